import { useQuery } from "@tanstack/react-query";
import { entries, overlay } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { EventMark, Mark } from "@/design/components/Marks";
import { Select } from "@/design/components/Select";
import type { Column } from "@/design/components/Table";
import { Ago } from "@/design/components/Time";
import type { EntryState, EntryStatePage } from "@/generated/schema";
import { type Texts, useTexts } from "@/text";
import { ListPage } from "../ListPage";
import { AddOwnEntry } from "./AddOwnEntry";
import { BulkButton } from "./BulkButton";
import { CellFilters } from "./CellFilters";
import { Export } from "./Export";
import { FileDialog } from "./FileDialog";
import { LibraryFrame } from "./frame";
import { Hits } from "./Hits";
import { NewItem } from "./NewItem";
import { type Names, useNames } from "./names";
import { ItemLink, Writer } from "./parts";
import type { EntrySearch } from "./search";
import { WordsField } from "./WordsField";

interface EntriesProps {
  search: EntrySearch;
  onSearch: (search: EntrySearch) => void;
}

/** Everything that the library looks for, the last changed first. */
export default function Entries(props: EntriesProps) {
  return (
    <LibraryFrame tab="entries">
      <Page {...props} />
    </LibraryFrame>
  );
}

function Page({ search, onSearch }: EntriesProps) {
  const texts = useTexts();
  const { t } = texts;
  const { api, centre } = useCentre();
  const names = useNames();
  const query = useQuery(entries(api, centre, search));
  const { cursor: _, ...filter } = search;
  const isFiltered = Object.values(filter).some((one) => one !== undefined);
  return (
    <ListPage
      title={t("lib-entries")}
      lead={t("lib-entries-lead")}
      query={query}
      columns={columns(texts, names, useInCentre())}
      keyOf={(row) => row.entry.id}
      empty={{ title: t("lib-entries"), text: t("lib-entries-lead") }}
      onShowAll={isFiltered ? () => onSearch({}) : undefined}
      onCursor={(cursor) => onSearch({ ...search, cursor })}
      tools={
        <>
          <WordsField text={search.text} onChange={(text) => onSearch({ ...filter, text })} />
          <CellFilters chosen={search} onChange={(cell) => onSearch({ ...filter, ...cell })} />
          <Select
            label={t("lib-review")}
            any={t("any")}
            value={search.reviewed === undefined ? undefined : search.reviewed ? "yes" : "no"}
            options={[
              { value: "no", name: t("lib-unreviewed") },
              { value: "yes", name: t("lib-reviewed") },
            ]}
            onChange={(wanted) => onSearch({ ...filter, reviewed: wanted && wanted === "yes" })}
          />
          <Export of="entries" filter={filter} />
          <BulkButton filter={filter} count={wholeCount(query.data)} />
          <FileDialog />
          <NewItem kind="entry" />
          <AddOwnEntry />
        </>
      }
    />
  );
}

/** How many rows a list has, where all of them stand on one page. */
const wholeCount = (page: EntryStatePage | undefined) =>
  page && !page.next && !page.previous ? page.results.length : undefined;

/** What the centre does with an entry of the shared library, by its name. */
function useInCentre(): ReadonlyMap<string, "adjusted" | "unused"> {
  const { api, centre } = useCentre();
  const { data } = useQuery(overlay(api, centre));
  return new Map(
    data?.changes
      .filter(({ kind, own }) => kind === "entry" && !own)
      .map(({ item, path }) => [item, path === "" ? "unused" : "adjusted"]),
  );
}

function columns(
  texts: Texts,
  names: Names,
  inCentre: ReturnType<typeof useInCentre>,
): readonly Column<EntryState>[] {
  const { t, label } = texts;
  return [
    {
      id: "factor",
      name: t("lib-field-factor"),
      width: "30%",
      cell: ({ entry }) => (
        <ItemLink kind="entry" item={entry.id}>
          {names.tool(entry.factor)}
        </ItemLink>
      ),
      more: ({ entry }) => {
        const here = inCentre.get(entry.id);
        return (
          <>
            {label(entry.category)} · {label(entry.modality)}{" "}
            {entry.reviewed && <Mark tone="good" icon="approved" name={t("lib-reviewed")} />}
            {here && (
              <Mark
                tone={here === "unused" ? "doubt" : "ink"}
                icon={here === "unused" ? "minus" : "draft"}
                name={t(`lib-centre-${here}`)}
              />
            )}
          </>
        );
      },
    },
    {
      id: "event",
      name: t("event"),
      width: "15%",
      cell: ({ entry }) =>
        entry.event_types.map((event) => (
          <EventMark key={event} finding={event} name={label(event)} />
        )),
    },
    {
      id: "expected",
      name: t("lib-expected"),
      width: "24%",
      cell: ({ entry }) => names.expected(entry),
    },
    {
      id: "weight",
      name: t("lib-weight"),
      width: "7%",
      cell: ({ entry }) => entry.weight,
    },
    {
      id: "hits",
      name: t("lib-field-experience"),
      width: "10%",
      cell: ({ entry }) => <Hits experience={entry.experience} />,
    },
    {
      id: "changed",
      name: t("changed"),
      width: "14%",
      cell: (row) => <Ago at={row.changed_at} />,
      more: (row) => <Writer of={row.changed_by} />,
    },
  ];
}
