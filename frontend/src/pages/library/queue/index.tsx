import { useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "@tanstack/react-router";
import { libraryQueue } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Mark, type Tone } from "@/design/components/Marks";
import type { Column } from "@/design/components/Table";
import { Ago } from "@/design/components/Time";
import type { IconName } from "@/design/icons";
import type { Need, QueueItem } from "@/generated/schema";
import { MoreTexts, type Part, useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { ListPage } from "../../ListPage";
import { BulkButton } from "../BulkButton";
import { LibraryFrame } from "../frame";
import { BothHits } from "../Hits";
import { type Names, useNames } from "../names";
import { ItemLink } from "../parts";
import type { QueueSearch } from "../search";
import { Counts } from "./Counts";
import { Matrix } from "./Matrix";
import styles from "./queue.module.css";

const TEXTS: Part = {
  en: () => import("../../../../messages/queue.en.ftl?raw"),
  zh: () => import("../../../../messages/queue.zh.ftl?raw"),
};

/** Needs of entries alone: what they list can be changed at once. */
const OF_ENTRIES: ReadonlySet<Need | undefined> = new Set(["unverified", "low_hits", "stale"]);

interface QueueProps {
  search: QueueSearch;
  onSearch: (search: QueueSearch) => void;
}

/** What of the library needs this curator, the most urgent first. */
export default function QueuePage(props: QueueProps) {
  const { centre, may } = useCentre();
  // Who only reads the library begins with what it says.
  if (!may("library.edit")) {
    return <Navigate to="/c/$centre/library/entries" params={{ centre }} replace />;
  }
  return (
    <LibraryFrame tab="queue">
      <MoreTexts part={TEXTS}>
        <Page {...props} />
      </MoreTexts>
    </LibraryFrame>
  );
}

function Page({ search, onSearch }: QueueProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const names = useNames();
  const query = useQuery(libraryQueue(api, centre, search));
  const isFiltered = Object.values(search).some(Boolean);
  return (
    <ListPage
      title={t("lib-queue")}
      lead={t("queue-lead")}
      query={query}
      above={
        query.data && (
          <div className={styles.above}>
            <Counts
              counts={query.data.counts}
              chosen={search.need}
              onChange={(need) => onSearch({ ...search, need })}
            />
            <Matrix
              cells={query.data.cells}
              chosen={search}
              onChange={(cell) => onSearch({ ...cell, need: search.need })}
            />
          </div>
        )
      }
      tools={
        OF_ENTRIES.has(search.need) && <BulkButton filter={search} count={query.data?.total} />
      }
      columns={useColumns(names)}
      keyOf={(row) => `${row.need} ${row.id}`}
      empty={{ title: t("queue-empty-title"), text: t("queue-empty-text") }}
      onShowAll={isFiltered ? () => onSearch({}) : undefined}
    />
  );
}

const NEEDED: Record<Need, [Tone, IconName]> = {
  conflict: ["bad", "failed"],
  returned: ["bad", "back"],
  review: ["doubt", "in_review"],
  release: ["doubt", "approved"],
  adoption: ["doubt", "published"],
  remark: ["ink", "person"],
  draft: ["ink", "draft"],
  unverified: ["doubt", "warning"],
  low_hits: ["ink", "minus"],
  stale: ["idle", "queued"],
  thin: ["idle", "none"],
};

function useColumns(names: Names): readonly Column<QueueItem>[] {
  const { t } = useTexts();
  return [
    {
      id: "need",
      name: t("queue-need"),
      width: "20%",
      cell: (row) => {
        const [tone, icon] = NEEDED[row.need];
        return <Mark tone={tone} icon={icon} name={t(`queue-need-${row.need}`)} />;
      },
    },
    {
      id: "what",
      name: t("queue-what"),
      width: "42%",
      cell: (row) => <What row={row} names={names} />,
      more: (row) => <More row={row} names={names} />,
    },
    { id: "why", name: t("queue-why"), width: "22%", cell: (row) => <Why row={row} /> },
    {
      id: "since",
      name: t("queue-since"),
      width: "16%",
      cell: (row) => (row.at ? <Ago at={row.at} /> : "–"),
      more: (row) => row.by && actorName(row.by),
    },
  ];
}

interface RowProps {
  row: QueueItem;
  names: Names;
}

function What({ row, names }: RowProps) {
  const { t, label } = useTexts();
  const { centre } = useCentre();
  const { kind, id, event, category, modality } = row;
  switch (kind) {
    case "proposal":
      return (
        <Link to="/c/$centre/library/proposals/$proposal" params={{ centre, proposal: id }}>
          {row.title || t("queue-no-reason")}
        </Link>
      );
    case "candidate":
      return (
        <Link to="/c/$centre/library/candidates/$candidate" params={{ centre, candidate: id }}>
          {t("queue-release", { version: row.title })}
        </Link>
      );
    case "adoption":
      return (
        <Link to="/c/$centre/library/releases" params={{ centre }}>
          {t("queue-release", { version: row.title })}
        </Link>
      );
    case "overlay":
      return (
        <Link to="/c/$centre/library/centre" params={{ centre }}>
          {t("queue-overlay", { version: row.title })}
        </Link>
      );
    case "entry":
      return (
        <ItemLink kind="entry" item={id}>
          {names.tool(row.factor)}
        </ItemLink>
      );
    case "cell": {
      const search = { ...(event && { event }), ...(category && { category }) };
      return (
        <Link
          to="/c/$centre/library/entries"
          params={{ centre }}
          search={{ ...search, ...(modality && { modality }) }}
        >
          {[event, category, modality].map((part) => part && label(part)).join(" · ")}
        </Link>
      );
    }
  }
}

const SHOWN = 3;

function More({ row, names }: RowProps) {
  const { t, label } = useTexts();
  if (row.kind === "entry") {
    return [row.event, row.category, row.modality].map((part) => part && label(part)).join(" · ");
  }
  if (row.kind !== "proposal") return null;
  const items = row.items.map((one) => {
    const [kind = "", key = ""] = one.split(" ");
    return names.item(kind as Parameters<Names["item"]>[0], key);
  });
  const rest = items.length - SHOWN;
  const shown = items.slice(0, SHOWN).join(", ");
  return rest > 0 ? t("queue-and-more", { items: shown, count: rest }) : shown;
}

function Why({ row }: { row: QueueItem }) {
  const { t } = useTexts();
  if (row.need === "low_hits") return <BothHits experience={row.hits} />;
  if (row.need === "unverified") {
    return t("queue-not-verified", { keys: row.references.join(", ") });
  }
  if (row.entries !== null && row.entries !== undefined) {
    return t("queue-entries", { count: row.entries });
  }
  return t(`queue-why-${row.need}`);
}
