import { Fragment, useEffect, useRef, useState } from "react";
import { useShortcuts } from "@/app/shortcuts";
import { Button } from "@/design/components/Button";
import { EventMark, JobMark, VersionMark } from "@/design/components/Marks";
import { Region } from "@/design/components/Region";
import { Ago, Time } from "@/design/components/Time";
import type { SituationDiagnosis, WaitingReport } from "@/generated/schema";
import { MoreTexts, useTexts } from "@/text";
import { FailureText } from "../FailureText";
import { ReportLink } from "../ReportLink";
import { Unopened, useWaiting, WAITS_TEXTS, WaitsFor } from "../waits";
import styles from "./List.module.css";
import { foundIn, GROUPS, type Group, regionName, strongest } from "./model";
import { type Placed, useSteady } from "./steady";
import { When } from "./When";

interface ListProps {
  rows: readonly SituationDiagnosis[];
  /** Titles of the sources by their names. */
  titles: ReadonlyMap<string, string>;
  selected: string | undefined;
  hovered: string | null;
  onSelect: (id: string | undefined) => void;
  onHover: (id: string | null) => void;
}

/** The diagnoses in the order of what needs attention. Nothing moves while somebody points at it. */
export function List(props: ListProps) {
  return (
    <MoreTexts part={WAITS_TEXTS}>
      <Diagnoses {...props} />
    </MoreTexts>
  );
}

function Diagnoses({ rows, titles, selected, hovered, onSelect, onHover }: ListProps) {
  const { t } = useTexts();
  const list = useRef<HTMLDivElement>(null);
  const [isPointed, setPointed] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const waiting = useWaiting();
  const placed = rows.map((row) => ({
    ...{ key: row.id, row },
    group: waiting.get(row.id)?.mine ? "mine" : row.attention,
  }));
  const steady = useSteady(placed, isPointed || isTyped);
  const step = (by: number) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const from = at < 0 ? buttons.findIndex((button) => button.dataset.row === selected) : at;
    buttons[from < 0 ? 0 : Math.min(Math.max(from + by, 0), buttons.length - 1)]?.focus();
  };
  useShortcuts({ j: () => step(1), k: () => step(-1), u: steady.settle });
  useShow(list.current, selected);
  return (
    <>
      <div className={styles.news} role="status">
        {steady.waiting > 0 && (
          <Button kind="bare" keys="u" onPress={steady.settle}>
            {t("situation-news", { count: steady.waiting })}
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices who points, and acts on nothing */}
      <div
        ref={list}
        className={styles.list}
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        // A pointer leaves the focus behind; only who moves it by keys looks at the list.
        onFocus={(event) => setTyped(event.target.matches(":focus-visible"))}
        onBlur={() => setTyped(false)}
      >
        {groupsOf(steady.rows).map(([group, members]) => (
          <Fragment key={group}>
            <h2 className={styles.heading} data-attention={group}>
              {t(`situation-${group}`)} <span>{members.length}</span>
            </h2>
            <ul>
              {members.map((row) => (
                <Row
                  key={row.id}
                  row={row}
                  waiting={waiting.get(row.id)}
                  source={titles.get(row.source) ?? row.source}
                  isSelected={row.id === selected}
                  isHovered={row.id === hovered}
                  onSelect={onSelect}
                  onHover={onHover}
                />
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
    </>
  );
}

function groupsOf(rows: readonly Placed<SituationDiagnosis>[]): [Group, SituationDiagnosis[]][] {
  return GROUPS.flatMap((group): [Group, SituationDiagnosis[]][] => {
    const members = rows.filter((one) => one.group === group).map((one) => one.row);
    return members.length > 0 ? [[group, members]] : [];
  });
}

/** Brings what was selected elsewhere, on the map, into sight. */
function useShow(list: HTMLElement | null, selected: string | undefined) {
  useEffect(() => {
    if (!list || !selected || list.matches(":hover, :focus-within")) return;
    list.querySelector(`[data-row="${selected}"]`)?.scrollIntoView({ block: "nearest" });
  }, [list, selected]);
}

interface RowProps {
  row: SituationDiagnosis;
  /** For whom its report waits, where it does. */
  waiting: WaitingReport | undefined;
  source: string;
  isSelected: boolean;
  isHovered: boolean;
  onSelect: ListProps["onSelect"];
  onHover: ListProps["onHover"];
}

function Row({ row, waiting, source, isSelected, isHovered, onSelect, onHover }: RowProps) {
  const texts = useTexts();
  const { t } = texts;
  const [first] = row.areas;
  const peak = strongest(row, texts);
  return (
    <li
      className={styles.row}
      data-hovered={isHovered || undefined}
      data-selected={isSelected || undefined}
      onPointerEnter={() => onHover(row.id)}
      onPointerLeave={() => onHover(null)}
    >
      <button
        type="button"
        data-row={row.id}
        aria-pressed={isSelected}
        onClick={() => onSelect(isSelected ? undefined : row.id)}
      >
        <span className={styles.what}>
          <EventMark {...foundIn(row, texts)} />
          {peak && <strong>{peak.value}</strong>}
        </span>
        <span className={styles.line}>
          <span>
            {regionName(row, texts.language) ?? <Region region={first?.box ?? row.region} />}
          </span>
          {peak && <span className={styles.of}>{peak.of}</span>}
        </span>
        <span className={styles.line}>
          <span>
            <When row={row} />
          </span>
          {row.found > 1 && (
            <span className={styles.of}>{t("situation-more", { count: row.found })}</span>
          )}
        </span>
        {row.failure && (
          <span className={styles.failure}>
            <FailureText failure={row.failure} />
          </span>
        )}
      </button>
      <span className={styles.stand}>
        <Stand row={row} />
        {waiting && (
          <span>
            <Unopened opened={waiting.opened} />
            <WaitsFor waiting={waiting} />
          </span>
        )}
        <span className={styles.ago}>
          <span>{source}</span> · <Ago at={row.report?.changed_at ?? row.moved_at} />
        </span>
      </span>
    </li>
  );
}

/** Where it stands: its report, once there is one. */
function Stand({ row }: { row: SituationDiagnosis }) {
  const { t } = useTexts();
  if (row.report) {
    return (
      <>
        <VersionMark status={row.report.status} />
        <ReportLink diagnosis={row.id} number={row.report.number}>
          {t("read-version", { number: row.report.number })}
        </ReportLink>
      </>
    );
  }
  return (
    <>
      <JobMark status={row.status} />
      {row.status === "running" && row.turn > 0 && (
        <span>{t("situation-progress", { turn: row.turn, confirmed: row.confirmed })}</span>
      )}
      {row.deadline && (
        <span>
          {t("situation-due")} <Time at={row.deadline} />
        </span>
      )}
    </>
  );
}
