import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { proposals } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Notice } from "@/design/components/Feedback";
import type { ProposalDetail } from "@/generated/schema";
import links from "@/pages/links.module.css";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { isolated } from "@/text/isolated";
import { ReleasesLink } from "./Head";

/** What came of the decisions that were sent, and what waits next. */
export function Outcome({ proposal }: { proposal: ProposalDetail }) {
  const { t } = useTexts();
  const { state, owner } = proposal;
  return (
    <Notice tone="good" live>
      {state === "accepted" ? (
        <p>
          {t("proposal-sent-accepted")} <ReleasesLink />
        </p>
      ) : (
        <p>
          {state === "returned"
            ? t("proposal-sent-returned", { owner: actorName(owner) })
            : t("proposal-sent")}
        </p>
      )}
      {!proposal.waits_for_me && <NextWaiting but={proposal.id} />}
    </Notice>
  );
}

function NextWaiting({ but }: { but: string }) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const found = useQuery(proposals(api, centre, { waiting: true })).data?.results;
  if (!found) return null;
  const next = found.find((one) => one.id !== but);
  if (!next) {
    return (
      <p>
        {t("proposal-waits-none")}{" "}
        <Link className={links.open} to="/c/$centre/library/proposals" params={{ centre }}>
          {t("proposal-to-all")}
        </Link>
      </p>
    );
  }
  return (
    <p>
      {t("proposal-waits-next")}{" "}
      <Link
        className={links.open}
        to="/c/$centre/library/proposals/$proposal"
        params={{ centre, proposal: next.id }}
      >
        {isolated(next.reason.trim()) || t("proposal-no-reason")}
      </Link>
    </p>
  );
}
