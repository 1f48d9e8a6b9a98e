import { Link } from "@tanstack/react-router";
import { useCentre } from "@/app/context";
import { Ago } from "@/design/components/Time";
import type { ProposalInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { useNames } from "../names";
import { ProposalMark } from "../parts";
import type { DraftItem } from "./draft";
import styles from "./item.module.css";

interface AlsoProposedProps {
  item: Pick<DraftItem, "kind">;
  path: string;
  /** Open proposals in which the item is changed, other than the one that is being written. */
  proposals: readonly ProposalInfo[];
}

/** What else is proposed for a field: the value, by whom and since when. */
export function AlsoProposed({ item, path, proposals }: AlsoProposedProps) {
  const { t } = useTexts();
  const { centre } = useCentre();
  const names = useNames();
  const found = proposals.flatMap((proposal) =>
    proposal.named
      .filter((one) => one.kind === item.kind && (one.path === path || one.path === ""))
      .map((one) => ({ proposal, one })),
  );
  if (found.length === 0) return null;
  return (
    <ul className={styles.others}>
      {found.map(({ proposal, one }) => (
        <li key={proposal.id}>
          <ProposalMark state={proposal.state} />{" "}
          <Link
            to="/c/$centre/library/proposals/$proposal"
            params={{ centre, proposal: proposal.id }}
          >
            {one.path === ""
              ? t("item-also-whole", { person: actorName(one.by) })
              : t("item-also-field", {
                  person: actorName(one.by),
                  value: names.value(path, one.value, one.unit),
                })}
          </Link>{" "}
          <Ago at={one.at} />
        </li>
      ))}
    </ul>
  );
}
