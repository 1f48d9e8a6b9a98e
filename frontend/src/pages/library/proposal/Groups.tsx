import type { ReactNode } from "react";
import { Mark } from "@/design/components/Marks";
import type { FieldInfo, ProblemInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { isolated } from "@/text/isolated";
import { useNames } from "../names";
import { ItemLink } from "../parts";
import { type Group, groupsOf, isRemoval } from "./model";
import { Problems } from "./Problems";
import styles from "./proposal.module.css";

interface GroupsProps {
  fields: readonly FieldInfo[];
  problems: readonly ProblemInfo[];
  /** Whether a new item has come into the library, and has its page there. */
  isThere: boolean;
  /** Beside the name of each item. */
  more?: (group: Group) => ReactNode;
  children: (field: FieldInfo) => ReactNode;
}

/** The fields of a proposal, each item of the library with its own. */
export function Groups({ fields, problems, isThere, more, children }: GroupsProps) {
  const { t } = useTexts();
  const names = useNames();
  return groupsOf(fields, problems).map((group) => {
    const { kind, item } = group;
    const isNew = group.fields.every((field) => field.revision === 0);
    const name = isolated(names.item(kind, item));
    return (
      <section key={`${kind} ${item}`} className={styles.group}>
        <header className={styles.line}>
          {kind !== "preset" && <span className={styles.quiet}>{t(`lib-kind-${kind}`)}</span>}
          <h2>
            {isNew && !isThere ? (
              name
            ) : (
              <ItemLink kind={kind} item={item}>
                {name}
              </ItemLink>
            )}
          </h2>
          {isNew && <Mark tone="ink" icon="plus" name={t("lib-change-new")} />}
          {group.fields.some(isRemoval) && (
            <Mark tone="bad" icon="minus" name={t("lib-change-removed")} />
          )}
          {more?.(group)}
        </header>
        <Problems problems={group.problems} />
        {group.fields.map(children)}
      </section>
    );
  });
}
