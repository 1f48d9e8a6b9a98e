import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { cursorOf } from "@/api/client";
import { serverTime } from "@/api/server";
import { useTrouble } from "@/api/useTrouble";
import { useCentre } from "@/app/context";
import { useShortcuts } from "@/app/shortcuts";
import { useTitle } from "@/app/title";
import { Button } from "@/design/components/Button";
import { Empty, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { type Column, Table } from "@/design/components/Table";
import { utcParts } from "@/design/components/Time";
import { useTexts } from "@/text";
import styles from "./ListPage.module.css";

interface Page<Row> {
  results: readonly Row[];
  next?: string | null;
  previous?: string | null;
}

interface ListPageProps<Row> {
  title: string;
  lead: string;
  /** Beside the title: filters, and what can be done here. */
  tools?: ReactNode;
  /** Between the head and the rows: an overview that narrows them. */
  above?: ReactNode;
  query: UseQueryResult<Page<Row>>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  noteOf?: (row: Row) => ReactNode;
  /** Shown where there is nothing: why, and what to do. */
  empty: { title: string; text: string };
  /** Set while rows are left out by a filter; takes them all back. */
  onShowAll?: () => void;
  /** Set where an act on a row was refused. */
  problem?: Error | null;
  /** Of a list that comes in pages. */
  onCursor?: (cursor: string | undefined) => void;
}

const ROW = "tr[data-row]";

/** A page that lists rows of one kind: its filters and its page stand in the address. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { t } = useTexts();
  useTitle(props.title, useCentre().centre);
  const frame = useRef<HTMLElement>(null);
  const step = (by: number) => {
    const rows = [...(frame.current?.querySelectorAll(ROW) ?? [])];
    // What a row leads to in the end is its last link.
    const links = rows.flatMap((row) => [...row.querySelectorAll<HTMLElement>("a")].slice(-1));
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
  };
  useShortcuts({ j: () => step(1), k: () => step(-1) });
  return (
    <section ref={frame} aria-labelledby="list-title">
      <header className={styles.head}>
        <div>
          <h1 id="list-title">{props.title}</h1>
          <p className={styles.lead}>{props.lead}</p>
        </div>
        {props.tools && <div className={styles.tools}>{props.tools}</div>}
      </header>
      {props.problem && (
        <div className={styles.stale}>
          <ProblemNotice error={props.problem} />
        </div>
      )}
      {props.above}
      <Rows {...props} t={t} />
    </section>
  );
}

function Rows<Row>(props: ListPageProps<Row> & { t: ReturnType<typeof useTexts>["t"] }) {
  const { query, t } = props;
  const retry = () => void query.refetch();
  const trouble = useTrouble(query);
  if (query.data === undefined) {
    if (trouble) return <ProblemNotice error={trouble} onRetry={retry} />;
    return <Skeleton lines={8} height={36} />;
  }
  const { results, next, previous } = query.data;
  const before = cursorOf(previous);
  const after = cursorOf(next);
  return (
    <>
      {query.isError && (
        <div className={styles.stale}>
          <ProblemNotice error={query.error} onRetry={retry} />
        </div>
      )}
      {results.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <Table
          label={props.title}
          columns={props.columns}
          rows={results}
          keyOf={props.keyOf}
          noteOf={props.noteOf}
        />
      )}
      <footer className={styles.foot}>
        <span>
          {t("list-foot", {
            count: results.length,
            time: utcParts(new Date(serverTime(query.dataUpdatedAt)))[1],
          })}
        </span>
        {(before || after) && (
          <nav className={styles.pager} aria-label={t("pager")}>
            <Button icon="back" isDisabled={!before} onPress={() => props.onCursor?.(before)}>
              {t("newer")}
            </Button>
            <Button isDisabled={!after} onPress={() => props.onCursor?.(after)}>
              {t("older")}
            </Button>
          </nav>
        )}
      </footer>
    </>
  );
}

function Nothing<Row>({ empty, onShowAll }: ListPageProps<Row>) {
  const { t } = useTexts();
  if (onShowAll) {
    return (
      <Empty title={t("filtered-title")}>
        <p>{t("filtered-text")}</p>
        <Button onPress={onShowAll}>{t("show-all")}</Button>
      </Empty>
    );
  }
  return (
    <Empty title={empty.title}>
      <p>{empty.text}</p>
    </Empty>
  );
}
