import { Link } from "@tanstack/react-router";
import { useCentre } from "@/app/context";
import { Notice } from "@/design/components/Feedback";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { ProposalMark } from "../parts";
import { useDraft } from "./draft";
import styles from "./item.module.css";

/** What colleagues propose for the same item, and own words that wait for others. */
export function Others() {
  const { t } = useTexts();
  const { centre } = useCentre();
  const { theirs, proposal, isOpen } = useDraft();
  const shown = [...theirs, ...(proposal && !isOpen ? [proposal] : [])];
  if (shown.length === 0) return null;
  return (
    <Notice>
      <p>{t("item-others")}</p>
      <ul className={styles.others}>
        {shown.map((one) => (
          <li key={one.id}>
            <ProposalMark state={one.state} />{" "}
            <Link to="/c/$centre/library/proposals/$proposal" params={{ centre, proposal: one.id }}>
              {one.reason || t("item-no-reason")}
            </Link>{" "}
            {actorName(one.owner)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
