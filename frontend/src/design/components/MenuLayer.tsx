import { Header } from "react-aria-components/Header";
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Icon } from "../icons";
import { Button } from "./Button";
import { Keys } from "./Keys";
import styles from "./Layers.module.css";
import type { MenuProps } from "./Menu";

/** The menu itself: arrows move in it, Escape and a press elsewhere close it. */
export default function MenuLayer({ label, icon, button, groups }: MenuProps) {
  return (
    <MenuTrigger>
      <Button kind="bare" icon={icon} aria-label={label}>
        {button ?? label}
        <Icon name="down" size={12} />
      </Button>
      <Popover className={styles.popover ?? ""}>
        <AriaMenu className={styles.list ?? ""} aria-label={label}>
          {groups.map((group) => (
            <MenuSection
              key={group.id}
              className={styles.group ?? ""}
              aria-label={group.heading ?? label}
              selectionMode={group.chosen === undefined ? "none" : "single"}
              selectedKeys={group.chosen === undefined ? [] : [group.chosen]}
            >
              {group.heading && <Header className={styles.heading}>{group.heading}</Header>}
              {group.choices.map((choice) => (
                <MenuItem
                  key={choice.id}
                  id={choice.id}
                  textValue={choice.name}
                  href={choice.href}
                  onAction={choice.run}
                  className={styles.item ?? ""}
                >
                  {choice.name}
                  {choice.keys && (
                    <span className={styles.more}>
                      <Keys keys={choice.keys} />
                    </span>
                  )}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
