import { useMemo, useRef, useState } from "react";
import { useShortcuts } from "@/app/shortcuts";
import { Button } from "@/design/components/Button";
import { Change } from "@/design/components/Change";
import { Mark } from "@/design/components/Marks";
import { Segments } from "@/design/components/Segments";
import { Icon, type IconName } from "@/design/icons";
import type { FieldDifference, ItemDifference, ReleaseDifference } from "@/generated/schema";
import { useTexts } from "@/text";
import { type Names, useNames } from "../names";
import { ItemLink, TouchMark } from "../parts";
import { type Shown, TOUCHES } from "../search";
import { CHANGES, countsOf, type FromFiles, groupsOf, isFrom, touchesOf } from "./difference";
import styles from "./difference.module.css";

/** More items or fields than these are shown by their names first. */
const MOST_ITEMS = 20;
const MOST_FIELDS = 60;
const ALL = "all";
const SHOWN = [...TOUCHES, "file"] as const;
const SIGNS: Record<ItemDifference["change"], IconName> = {
  added: "plus",
  changed: "draft",
  removed: "minus",
};

interface DifferenceProps {
  difference: ReleaseDifference;
  /** What came from files, without a review by field. */
  files?: FromFiles;
  show: Shown | undefined;
  onShow: (show: Shown | undefined) => void;
}

const NONE: FromFiles = new Set();

/** What a release says otherwise than another one, item by item and field by field. */
export function Difference({ difference, files = NONE, show, onShow }: DifferenceProps) {
  const { t } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const { changes, touches } = useMemo(() => countsOf(difference), [difference]);
  const groups = useMemo(() => groupsOf(difference, show, files), [difference, show, files]);
  const [chosen, choose] = useState<{ show: Shown | undefined; open: boolean } | null>(null);
  const step = (by: number) => {
    const heads = [...(frame.current?.querySelectorAll("summary") ?? [])];
    const at = heads.indexOf(document.activeElement as HTMLElement);
    heads[at < 0 ? 0 : Math.min(Math.max(at + by, 0), heads.length - 1)]?.focus();
  };
  useShortcuts({ j: () => step(1), k: () => step(-1) });
  if (difference.items.length === 0) return <p>{t("release-same")}</p>;
  const found = { ...touches, file: files.size };
  const items = groups.flatMap(([, found]) => found);
  const fields = items.reduce((sum, item) => sum + item.fields.length, 0);
  const isShort = items.length <= MOST_ITEMS && fields <= MOST_FIELDS;
  const areOpen = chosen?.show === show ? (chosen?.open ?? isShort) : isShort;
  return (
    <div ref={frame} className={styles.difference}>
      <ul className={styles.counts}>
        {CHANGES.map((change) => (
          <li
            key={change}
            className={styles.sign}
            data-change={change}
            data-none={changes[change] === 0 || undefined}
          >
            <Icon name={SIGNS[change]} size={14} />
            {t(`release-count-${change}`, { count: changes[change] })}
          </li>
        ))}
      </ul>
      <div className={styles.tools}>
        <Segments
          label={t("release-filter")}
          options={[
            { value: ALL, name: t("release-filter-all", { count: difference.items.length }) },
            ...SHOWN.filter((one) => found[one] > 0 || one === show).map((one) => ({
              value: one,
              name: t(`release-filter-${one}`, { count: found[one] }),
            })),
          ]}
          value={show ?? ALL}
          onChange={(value) => onShow(SHOWN.find((one) => one === value))}
        />
        <Button onPress={() => choose({ show, open: !areOpen })}>
          {t(areOpen ? "release-close-all" : "release-open-all")}
        </Button>
      </div>
      {groups.length === 0 && <p>{t("filtered-title")}</p>}
      <Groups key={`${show} ${areOpen}`} groups={groups} files={files} areOpenAtFirst={areOpen} />
    </div>
  );
}

interface GroupsProps {
  groups: ReturnType<typeof groupsOf>;
  files: FromFiles;
  areOpenAtFirst: boolean;
}

function Groups({ groups, files, areOpenAtFirst }: GroupsProps) {
  const { t } = useTexts();
  return groups.map(([kind, items]) => (
    <section key={kind} aria-labelledby={`changed-${kind}`}>
      <h3 id={`changed-${kind}`}>{t(`release-kind-${kind}`, { count: items.length })}</h3>
      <ul className={styles.items}>
        {items.map((item) => (
          <Item
            key={item.key}
            item={item}
            isFromFile={isFrom(files, item)}
            isOpenAtFirst={areOpenAtFirst}
          />
        ))}
      </ul>
    </section>
  ));
}

interface ItemProps {
  item: ItemDifference;
  isFromFile: boolean;
  isOpenAtFirst: boolean;
}

function Item({ item, isFromFile, isOpenAtFirst }: ItemProps) {
  const { t } = useTexts();
  const { kind, key, change } = item;
  const names = useNames(kind);
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <li className={styles.item}>
      <details open={isOpenAtFirst} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Icon name="next" size={12} className={styles.turn} />
          <strong>{names.item(kind, key)}</strong>
          <span className={styles.marks}>
            {isFromFile && <Mark tone="doubt" icon="warning" name={t("release-from-file")} />}
            <span className={styles.sign} data-change={change}>
              {change !== "changed" && <Icon name={SIGNS[change]} size={14} />}
              {t(`release-change-${change}`, { count: item.fields.length })}
            </span>
            {touchesOf(item).map((touch) => (
              <TouchMark key={touch} touches={touch} of={kind} />
            ))}
          </span>
        </summary>
        {isOpen && (
          <>
            <ul className={styles.fields}>
              {item.fields.map((field) => (
                <Field key={field.path} field={field} item={item} names={names} />
              ))}
            </ul>
            {change !== "removed" && (
              <p className={styles.link}>
                <ItemLink kind={kind} item={key}>
                  {t(`release-to-${kind}`)}
                </ItemLink>
              </p>
            )}
          </>
        )}
      </details>
    </li>
  );
}

interface FieldProps {
  field: FieldDifference;
  item: ItemDifference;
  names: Names;
}

function Field({ field, item, names }: FieldProps) {
  const { path, touches, before, after, unit } = field;
  const said = (value: unknown, in_unit: string) => {
    if (value === null) return null;
    // The name in the library is for files and programs, and is shown as it is.
    if (path === "id" || path === "key") return <code>{String(value)}</code>;
    return names.value(path, value, in_unit);
  };
  // Where the unit itself is another one, the former value is in the former unit.
  const former = unit && item.fields.find((other) => other.path === "expected.unit")?.before;
  return (
    <li>
      <p className={styles.name}>
        {names.field(path, { kind: item.kind, item: item.key })}
        {item.change === "changed" && <TouchMark touches={touches} of={item.kind} />}
      </p>
      <Change
        before={said(before, typeof former === "string" && former ? former : unit)}
        after={said(after, unit)}
      />
    </li>
  );
}
