import { createApi } from "@/api/client";
import { Menu } from "@/design/components/Menu";
import { Icon } from "@/design/icons";
import { chooseTheme, useTheme } from "@/design/theme";
import { useTexts } from "@/text";
import { useApp } from "./context";
import { SERVER_PAGES } from "./places";
import styles from "./Shell.module.css";

/** Who is signed in, and what they may choose for themselves. */
export function PersonMenu({ onKeys }: { onKeys: () => void }) {
  const { t, language, choose } = useTexts();
  const { start, session } = useApp();
  const theme = useTheme();
  const signOut = async () => {
    await createApi(session, null).DELETE("/api/v1/session/");
    location.assign(SERVER_PAGES.signIn);
  };
  return (
    <Menu
      label={t("person-menu", { person: start.person })}
      button={
        <>
          <Icon name="person" />
          <span className={[styles.name, styles.person].join(" ")}>{start.person}</span>
        </>
      }
      groups={[
        {
          id: "account",
          heading: t("signed-in-as", { person: start.person }),
          choices: [
            { id: "invitations", name: t("invitations"), href: SERVER_PAGES.invitations },
            { id: "factor", name: t("second-factor"), href: SERVER_PAGES.factor },
            { id: "password", name: t("change-password"), href: SERVER_PAGES.password },
          ],
        },
        {
          id: "language",
          heading: t("language"),
          chosen: language,
          choices: [
            { id: "en", name: "English", run: () => choose("en") },
            { id: "zh", name: "中文", run: () => choose("zh") },
          ],
        },
        {
          id: "theme",
          heading: t("theme"),
          chosen: theme,
          choices: [
            { id: "dark", name: t("theme-dark"), run: () => chooseTheme("dark") },
            { id: "light", name: t("theme-light"), run: () => chooseTheme("light") },
          ],
        },
        {
          id: "more",
          heading: t("more"),
          choices: [
            { id: "keys", name: t("key-sheet"), keys: "?", run: onKeys },
            { id: "api", name: t("api-docs"), href: SERVER_PAGES.api },
            ...(start.operator
              ? [{ id: "operator", name: t("operator-pages"), href: SERVER_PAGES.operator }]
              : []),
          ],
        },
        { id: "end", choices: [{ id: "out", name: t("sign-out"), run: () => void signOut() }] },
      ]}
    />
  );
}
