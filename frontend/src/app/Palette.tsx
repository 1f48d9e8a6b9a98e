import { useNavigate } from "@tanstack/react-router";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Input } from "react-aria-components/Input";
import { Menu, MenuItem } from "react-aria-components/Menu";
import { SearchField } from "react-aria-components/SearchField";
import { Dialog } from "@/design/components/Dialog";
import { Keys } from "@/design/components/Keys";
import layers from "@/design/components/Layers.module.css";
import { Icon, type IconName } from "@/design/icons";
import { chooseTheme, useTheme } from "@/design/theme";
import { MoreTexts, type Part, useTexts } from "@/text";
import { useApp, verbsIn } from "./context";
import styles from "./Palette.module.css";
import { placesFor, SERVER_PAGES } from "./places";

interface Command {
  id: string;
  name: string;
  icon: IconName;
  keys?: string;
  run: () => void;
}

interface PaletteProps {
  centre: string | null;
  onClose: () => void;
  onKeys: () => void;
}

const TEXTS: Part = {
  en: () => import("../../messages/palette.en.ftl?raw"),
  zh: () => import("../../messages/palette.zh.ftl?raw"),
};

/** Everything that can be reached by typing: pages, centres, language, theme, one's account. */
export default function Palette(props: PaletteProps) {
  return (
    <MoreTexts part={TEXTS}>
      <Commands {...props} />
    </MoreTexts>
  );
}

function Commands({ centre, onClose, onKeys }: PaletteProps) {
  const { t } = useTexts();
  const { contains } = useFilter({ sensitivity: "base" });
  const commands = useCommands(centre, onKeys);
  return (
    <Dialog title={t("find")} isOpen onClose={onClose}>
      <Autocomplete filter={contains}>
        <SearchField aria-label={t("find")} autoFocus className={styles.search ?? ""}>
          <Input placeholder={t("find-hint")} />
        </SearchField>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by key (WCAG 2.1.1) */}
        <section aria-label={t("find")} className={styles.list} tabIndex={0}>
          <Menu
            aria-label={t("find")}
            items={commands}
            className={styles.menu ?? ""}
            renderEmptyState={() => <p className={styles.nothing}>{t("find-nothing")}</p>}
          >
            {(command) => (
              <MenuItem
                id={command.id}
                textValue={command.name}
                className={layers.item ?? ""}
                onAction={() => {
                  onClose();
                  command.run();
                }}
              >
                <Icon name={command.icon} />
                {command.name}
                {command.keys && (
                  <span className={layers.more}>
                    <Keys keys={command.keys} />
                  </span>
                )}
              </MenuItem>
            )}
          </Menu>
        </section>
      </Autocomplete>
    </Dialog>
  );
}

function useCommands(centre: string | null, onKeys: () => void): Command[] {
  const { t, language, choose } = useTexts();
  const { start } = useApp();
  const theme = useTheme();
  const navigate = useNavigate();
  const places = centre
    ? placesFor(verbsIn(start, centre)).map((place) => ({
        id: place.id,
        name: t(`page-${place.id}`),
        icon: place.icon,
        keys: place.keys,
        run: () => void navigate({ to: place.to, params: { centre } }),
      }))
    : [];
  const centres = start.centres
    .filter((one) => one.slug !== centre)
    .map((one) => ({
      id: `centre ${one.slug}`,
      name: t("go-to-centre", { centre: one.name }),
      icon: "centre" as const,
      run: () => void navigate({ to: "/c/$centre", params: { centre: one.slug } }),
    }));
  const account = (["invitations", "second-factor", "change-password"] as const).map((id) => ({
    id,
    name: t(id),
    icon: "person" as const,
    run: () => location.assign(ACCOUNT_PAGES[id]),
  }));
  return [
    ...places,
    ...centres,
    {
      id: "theme",
      name: theme === "dark" ? t("use-light") : t("use-dark"),
      icon: "settings",
      run: () => chooseTheme(theme === "dark" ? "light" : "dark"),
    },
    {
      id: "language",
      name: language === "en" ? t("use-chinese") : t("use-english"),
      icon: "settings",
      run: () => choose(language === "en" ? "zh" : "en"),
    },
    { id: "keys", name: t("key-sheet"), icon: "info", keys: "?", run: onKeys },
    ...account,
    {
      id: "components",
      name: t("page-components"),
      icon: "info",
      run: () => void navigate({ to: "/components" }),
    },
  ];
}

const ACCOUNT_PAGES = {
  invitations: SERVER_PAGES.invitations,
  "second-factor": SERVER_PAGES.factor,
  "change-password": SERVER_PAGES.password,
} as const;
