import { useQuery } from "@tanstack/react-query";
import { entries } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { EventMark } from "@/design/components/Marks";
import type { Column } from "@/design/components/Table";
import { Ago } from "@/design/components/Time";
import type { EntryState } from "@/generated/schema";
import { type Texts, useTexts } from "@/text";
import { ListPage } from "../ListPage";
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
  const { cursor: _, ...filter } = search;
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <ListPage
      title={t("lib-entries")}
      lead={t("lib-entries-lead")}
      query={useQuery(entries(api, centre, search))}
      columns={columns(texts, names)}
      keyOf={(row) => row.entry.id}
      empty={{ title: t("lib-entries"), text: t("lib-entries-lead") }}
      onShowAll={isFiltered ? () => onSearch({}) : undefined}
      onCursor={(cursor) => onSearch({ ...search, cursor })}
      tools={
        <>
          <WordsField text={search.text} onChange={(text) => onSearch({ ...filter, text })} />
          <CellFilters chosen={search} onChange={(cell) => onSearch({ ...filter, ...cell })} />
          <Export of="entries" filter={filter} />
          <FileDialog />
          <NewItem kind="entry" />
        </>
      }
    />
  );
}

function columns(texts: Texts, names: Names): readonly Column<EntryState>[] {
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
      more: ({ entry }) => `${label(entry.category)} · ${label(entry.modality)}`,
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
