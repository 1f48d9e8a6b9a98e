import { useQuery } from "@tanstack/react-query";
import { causes } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { EVENTS, EventMark } from "@/design/components/Marks";
import type { Column } from "@/design/components/Table";
import type { CauseState } from "@/generated/schema";
import { useTexts } from "@/text";
import { ListPage } from "../ListPage";
import { LibraryFrame } from "./frame";
import { NewItem } from "./NewItem";
import { useNames } from "./names";
import { ItemLink } from "./parts";

/** The competing explanations, by their types of event. */
export default function Causes() {
  return (
    <LibraryFrame tab="causes">
      <Page />
    </LibraryFrame>
  );
}

function Page() {
  const { t, label, language } = useTexts();
  const { api, centre } = useCentre();
  const names = useNames();
  const query = useQuery({
    ...causes(api, centre),
    select: (found) => ({ results: found.toSorted(byEvent) }),
  });
  const columns: Column<CauseState>[] = [
    {
      id: "name",
      name: t("lib-field-name"),
      width: "26%",
      cell: (row) => (
        <ItemLink kind="cause" item={row.key}>
          {names.item("cause", row.key)}
        </ItemLink>
      ),
    },
    {
      id: "event",
      name: t("event"),
      width: "14%",
      cell: ({ cause }) =>
        cause.event_types.map((event) => (
          <EventMark key={event} finding={event} name={label(event)} />
        )),
    },
    {
      id: "chain",
      name: t("lib-chain"),
      width: "42%",
      cell: ({ cause }) => (language === "zh" ? cause.chain_zh : cause.chain),
    },
    {
      id: "feeds",
      name: t("lib-field-feeds"),
      width: "18%",
      cell: ({ cause }) => names.value("feeds", cause.feeds),
    },
  ];
  return (
    <ListPage
      title={t("lib-causes")}
      lead={t("lib-causes-lead")}
      tools={<NewItem kind="cause" />}
      query={query}
      columns={columns}
      keyOf={(row) => row.key}
      empty={{ title: t("lib-causes"), text: t("lib-causes-lead") }}
    />
  );
}

const byEvent = (one: CauseState, other: CauseState): number => {
  const place = ({ cause }: CauseState) =>
    EVENTS.findIndex((name) => cause.event_types.indexOf(name) === 0);
  return place(one) - place(other) || one.key.localeCompare(other.key);
};
