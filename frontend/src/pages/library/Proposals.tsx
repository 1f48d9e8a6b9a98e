import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { proposals } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Mark } from "@/design/components/Marks";
import { Select } from "@/design/components/Select";
import type { Column } from "@/design/components/Table";
import { Ago } from "@/design/components/Time";
import type { ProposalInfo } from "@/generated/schema";
import { MoreTexts, useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { isolated } from "@/text/isolated";
import { ListPage } from "../ListPage";
import links from "../links.module.css";
import { LibraryFrame } from "./frame";
import { useNames } from "./names";
import { ProposalMark } from "./parts";
import { itemOf, waitingFirst } from "./proposal/model";
import styles from "./proposal/proposal.module.css";
import { PROPOSAL_TEXTS } from "./proposalTexts";
import { type ProposalSearch, STATES } from "./search";

/** More names than these make no row easier to know. */
const MOST_NAMES = 3;

interface ProposalsProps {
  search: ProposalSearch;
  onSearch: (search: ProposalSearch) => void;
}

/** What is proposed, and how far it is; what waits for the reader stands first. */
export default function Proposals(props: ProposalsProps) {
  return (
    <LibraryFrame tab="proposals">
      <MoreTexts part={PROPOSAL_TEXTS}>
        <Page {...props} />
      </MoreTexts>
    </LibraryFrame>
  );
}

function Page({ search, onSearch }: ProposalsProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const { cursor, ...filter } = search;
  const page = useQuery(proposals(api, centre, search));
  const waiting = useQuery(proposals(api, centre, { ...filter, waiting: true })).data?.results;
  const results = waitingFirst(page.data?.results ?? [], waiting ?? [], !cursor);
  const query = { ...page, ...(page.data && { data: { ...page.data, results } }) } as typeof page;
  return (
    <ListPage
      title={t("lib-proposals")}
      lead={t("proposal-list-lead")}
      query={query}
      columns={useColumns()}
      keyOf={(row) => row.id}
      empty={{ title: t("proposal-list-none"), text: t("proposal-list-none-text") }}
      onShowAll={search.state || search.mine ? () => onSearch({}) : undefined}
      onCursor={(next) => onSearch({ ...search, cursor: next })}
      tools={
        <>
          <Select
            label={t("proposal-owner")}
            any={t("any")}
            value={search.mine && "mine"}
            options={[{ value: "mine", name: t("proposal-me") }]}
            onChange={(mine) => onSearch({ state: search.state, mine: mine ? true : undefined })}
          />
          <Select
            label={t("state")}
            any={t("any")}
            value={search.state}
            options={STATES.map((value) => ({ value, name: t(`lib-state-${value}`) }))}
            onChange={(state) => onSearch({ mine: search.mine, state })}
          />
        </>
      }
    />
  );
}

function useColumns(): readonly Column<ProposalInfo>[] {
  const { t } = useTexts();
  const { centre } = useCentre();
  const names = useNames();
  const named = ({ items }: ProposalInfo) => {
    const left = items.length - MOST_NAMES;
    return (
      <ul>
        {items.slice(0, MOST_NAMES).map((listed) => {
          const { kind, item } = itemOf(listed);
          return <li key={listed}>{isolated(names.item(kind, item))}</li>;
        })}
        {left > 0 && <li>{t("proposal-more-items", { count: left })}</li>}
      </ul>
    );
  };
  return [
    {
      id: "reason",
      name: t("proposal-reason"),
      width: "36%",
      cell: (row) => (
        <Link
          className={[links.open, styles.clamped].join(" ")}
          to="/c/$centre/library/proposals/$proposal"
          params={{ centre, proposal: row.id }}
        >
          {isolated(row.reason.trim()) || t("proposal-no-reason")}
        </Link>
      ),
      more: (row) =>
        row.waits_for_me && <Mark tone="doubt" icon="next" name={t("proposal-waits")} />,
    },
    {
      id: "state",
      name: t("state"),
      width: "13%",
      cell: (row) => <ProposalMark state={row.state} />,
    },
    { id: "items", name: t("proposal-items"), width: "27%", cell: named },
    {
      id: "approved",
      name: t("proposal-approved"),
      width: "10%",
      cell: ({ approved, fields }) => t("proposal-approved-of", { approved, fields }),
      more: ({ conflicts }) =>
        conflicts > 0 && (
          <Mark tone="bad" icon="warning" name={t("proposal-conflicts", { count: conflicts })} />
        ),
    },
    {
      id: "saved",
      name: t("proposal-saved"),
      width: "14%",
      cell: (row) => <Ago at={row.saved_at} />,
      more: (row) => actorName(row.owner),
    },
  ];
}
