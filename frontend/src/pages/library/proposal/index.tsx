import { useQuery } from "@tanstack/react-query";
import { proposal as proposalQuery } from "@/api/libraryQueries";
import { useTrouble } from "@/api/useTrouble";
import { useCentre } from "@/app/context";
import { useTitle } from "@/app/title";
import { ProblemNotice, Skeleton } from "@/design/components/Feedback";
import type { ProposalDetail } from "@/generated/schema";
import { MoreTexts, useTexts } from "@/text";
import { EffectPane } from "../EffectPane";
import { LibraryFrame } from "../frame";
import { InterestForm, InterestLine, useInterest } from "../Interest";
import { PROPOSAL_TEXTS } from "../proposalTexts";
import { Remarks } from "../talk";
import { TALK_TEXTS } from "../talk/texts";
import { Draft } from "./Draft";
import { Facts, Head } from "./Head";
import { isClosed } from "./model";
import styles from "./proposal.module.css";
import { Review } from "./Review";

/** One proposal: its owner edits it, others decide on it field by field. */
export default function ProposalPage({ proposal }: { proposal: string }) {
  return (
    <LibraryFrame tab="proposals">
      <MoreTexts part={PROPOSAL_TEXTS}>
        <MoreTexts part={TALK_TEXTS}>
          <Page id={proposal} />
        </MoreTexts>
      </MoreTexts>
    </LibraryFrame>
  );
}

function Page({ id }: { id: string }) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const query = useQuery(proposalQuery(api, centre, id));
  const trouble = useTrouble(query);
  useTitle(query.data?.reason.trim() || t("lib-proposals"), centre);
  if (!query.data) {
    if (trouble) return <ProblemNotice error={trouble} onRetry={() => void query.refetch()} />;
    return <Skeleton lines={8} height={36} />;
  }
  return (
    <>
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      <Body proposal={query.data} />
    </>
  );
}

function Body({ proposal }: { proposal: ProposalDetail }) {
  const declared = useInterest();
  const { state, mine, waits_for_me } = proposal;
  const isEdited = mine && (state === "draft" || state === "returned");
  const mustDeclare = declared === null && (isEdited || waits_for_me);
  return (
    <div className={styles.page}>
      <Head proposal={proposal} />
      <div className={styles.columns}>
        <Facts proposal={proposal} isEdited={isEdited} />
        <div className={styles.main}>
          {mustDeclare && <InterestForm declared="" />}
          {isEdited ? (
            <Draft proposal={proposal} mustDeclare={mustDeclare} />
          ) : (
            <>
              {state !== "withdrawn" && (
                <EffectPane
                  of={{ kind: "proposal", id: proposal.id }}
                  state={proposal.saved_at}
                  isWrong={proposal.problems.length > 0}
                  isInReview={state === "in_review"}
                  changes={proposal.changes}
                  reasonBy={mine ? "here" : "owner"}
                  isBrief
                />
              )}
              <Review proposal={proposal} mustDeclare={mustDeclare} />
            </>
          )}
          <Remarks
            about={{ proposal: proposal.id }}
            fields={proposal.changes.map((field) => field.id)}
            isClosed={isClosed(state)}
          />
          {typeof declared === "string" && <InterestLine declared={declared} />}
        </div>
      </div>
    </div>
  );
}
