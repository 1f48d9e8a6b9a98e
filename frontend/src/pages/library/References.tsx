import { useQuery } from "@tanstack/react-query";
import { references } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Select } from "@/design/components/Select";
import type { Column } from "@/design/components/Table";
import { Ago } from "@/design/components/Time";
import type { ReferenceState } from "@/generated/schema";
import { useTexts } from "@/text";
import { ListPage } from "../ListPage";
import { Export } from "./Export";
import { FileDialog } from "./FileDialog";
import { LibraryFrame } from "./frame";
import { NewItem } from "./NewItem";
import { ItemLink, OutcomeMark, Writer } from "./parts";
import { OUTCOMES, type ReferenceSearch } from "./search";
import { WordsField } from "./WordsField";

interface ReferencesProps {
  search: ReferenceSearch;
  onSearch: (search: ReferenceSearch) => void;
}

/** The bibliography of the library, and what came of checking each publication. */
export default function References(props: ReferencesProps) {
  return (
    <LibraryFrame tab="references">
      <Page {...props} />
    </LibraryFrame>
  );
}

function Page({ search, onSearch }: ReferencesProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const { outcome } = search;
  const columns: Column<ReferenceState>[] = [
    {
      id: "text",
      name: t("lib-field-title"),
      width: "58%",
      cell: (row) => (
        <ItemLink kind="reference" item={row.reference.key}>
          {row.text}
        </ItemLink>
      ),
    },
    {
      id: "outcome",
      name: t("lib-field-outcome"),
      width: "24%",
      cell: (row) => <OutcomeMark outcome={row.reference.outcome ?? "unchecked"} />,
    },
    {
      id: "changed",
      name: t("changed"),
      width: "18%",
      cell: (row) => <Ago at={row.changed_at} />,
      more: (row) => <Writer of={row.changed_by} />,
    },
  ];
  return (
    <ListPage
      title={t("lib-references")}
      lead={t("lib-references-lead")}
      query={useQuery(references(api, centre, search))}
      columns={columns}
      keyOf={(row) => row.reference.key}
      empty={{ title: t("lib-references"), text: t("lib-references-lead") }}
      onShowAll={outcome || search.text ? () => onSearch({}) : undefined}
      onCursor={(cursor) => onSearch({ ...search, cursor })}
      tools={
        <>
          <WordsField text={search.text} onChange={(text) => onSearch({ outcome, text })} />
          <Select
            label={t("lib-field-outcome")}
            any={t("any")}
            value={outcome}
            options={OUTCOMES.map((value) => ({ value, name: t(`lib-value-outcome-${value}`) }))}
            onChange={(wanted) => onSearch({ outcome: wanted, text: search.text })}
          />
          <Export of="references" />
          <FileDialog />
          <NewItem kind="reference" />
        </>
      }
    />
  );
}
