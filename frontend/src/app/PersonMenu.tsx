import { useNavigate } from "react-router";
import { useAccess } from "@/api/access";
import { api } from "@/api/client";
import { queryClient } from "@/api/queries";
import { session } from "@/api/session";
import { Icon, Menu } from "@/design";
import { chooseTheme, useTheme } from "@/design/theme";
import { useTexts } from "@/texts";
import { useLanguageChoice } from "./switches";

/** Goes over to another centre: nothing that was read in the one before is kept. */
async function enter(slug: string) {
  session.chooseTenant(slug);
  await queryClient.resetQueries();
}

async function leave() {
  await api.DELETE("/api/v1/session/");
  location.assign("/");
}

/** Who is signed in, in which centre, and what they may choose for themselves. */
export function PersonMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { t, language } = useTexts();
  const { person } = useAccess();
  const theme = useTheme();
  const choice = useLanguageChoice();
  const navigate = useNavigate();
  const centres = person?.tenants ?? [];
  const active = centres.find((centre) => centre.active);
  const roles = active?.roles.map((role) => t(`ui-role-${role}`)).join(" · ");
  return (
    <Menu
      label={t("ui-person-menu")}
      className="small bare person"
      button={
        <>
          <Icon name="person" />
          <span className="cut">
            {person?.name} <span className="quiet">· {active?.name}</span>
          </span>
          <Icon name="down" width={10} height={10} />
        </>
      }
      groups={[
        {
          heading: centres.length > 1 ? t("ui-centres") : `${active?.name} · ${roles}`,
          choices:
            centres.length > 1
              ? centres.map((centre) => ({
                  id: centre.id,
                  text: centre.name,
                  chosen: centre.active,
                  run: () => {
                    if (centre.active) return;
                    // What the address names belongs to the centre that is left.
                    void navigate("/");
                    void enter(centre.slug);
                  },
                }))
              : [],
        },
        {
          choices: [
            {
              id: "theme",
              text: t(theme === "dark" ? "ui-theme-light" : "ui-theme-dark"),
              run: () => chooseTheme(theme === "dark" ? "light" : "dark"),
            },
            {
              id: "language",
              text: t("ui-other-language"),
              run: () => choice.mutate(language === "en" ? "zh" : "en"),
            },
            {
              id: "keys",
              text: (
                <>
                  {t("ui-shortcuts")} <kbd>?</kbd>
                </>
              ),
              run: onShortcuts,
            },
          ],
        },
        {
          choices: [
            { id: "factor", text: t("ui-second-factor"), href: "/accounts/2fa/" },
            { id: "password", text: t("ui-change-password"), href: "/accounts/password/change/" },
            { id: "out", text: t("ui-sign-out"), run: () => void leave() },
          ],
        },
      ]}
    />
  );
}
