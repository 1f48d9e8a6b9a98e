import { lazy, Suspense } from "react";
import { Button } from "@/design/components/Button";
import { Skeleton } from "@/design/components/Feedback";
import type { Report } from "@/generated/schema";
import { useSoon, useTexts } from "@/text";
import { sourceOf } from "./model";
import { NotOpened } from "./opened";
import { ORIGIN_TEXTS } from "./originTexts";
import { useReader } from "./reader";
import styles from "./Side.module.css";
import { VerdictLine } from "./Verdict";

// A value is chosen after the first view: where it comes from is loaded just after it.
const soon = { origin: () => import("./Provenance") };
const Origin = lazy(soon.origin);
const Desk = lazy(() => import("./desk"));

interface SideProps {
  /** The document behind the words; undefined while it loads. */
  report: Report | undefined;
  onReviews: (open: boolean) => void;
}

/** Beside the text: where its values come from, and what reviewers say. */
export function Side({ report, onReviews }: SideProps) {
  const { t } = useTexts();
  const { choice, choose, reviews, part, isDesk: isReviews } = useReader();
  useSoon(soon, ORIGIN_TEXTS);
  const hasChoice = Boolean(choice.claim ?? choice.evidence);
  return (
    <aside
      className={styles.side}
      aria-label={t(isReviews ? "report-reviews" : "report-evidence")}
      data-chosen={(isReviews ? part !== undefined : hasChoice) || undefined}
    >
      <div className={styles.tabs}>
        <button type="button" aria-pressed={!isReviews} onClick={() => onReviews(false)}>
          {t("report-evidence")}
        </button>
        <button type="button" aria-pressed={isReviews} onClick={() => onReviews(true)}>
          {t("report-reviews")} {reviews.length > 0 && <span>{reviews.length}</span>}
        </button>
        {hasChoice && !isReviews && (
          <Button kind="bare" icon="back" keys="Escape" onPress={() => choose({})}>
            {t("report-evidence-all")}
          </Button>
        )}
      </div>
      <Suspense fallback={<Skeleton lines={8} />}>
        {isReviews ? (
          <Desk report={report} />
        ) : hasChoice ? (
          <Chosen report={report} />
        ) : (
          <EvidenceList />
        )}
      </Suspense>
    </aside>
  );
}

function Chosen({ report }: { report: Report | undefined }) {
  const { choice, claims, reading } = useReader();
  const claim = claims.get(choice.claim ?? "");
  if (claim) return <Origin source={sourceOf(claim)} claim={claim} report={report} />;
  const known = reading.evidence.some((note) => note.id === choice.evidence);
  if (!choice.evidence || !known) return <EvidenceList />;
  return <Origin source={{ kind: "evidence", id: choice.evidence }} report={report} />;
}

/** All evidence of the run, in the order in which it was found. */
function EvidenceList() {
  const { t } = useTexts();
  const { reading, lit, choose, point, mentions } = useReader();
  return (
    <>
      <p className={styles.lead}>{t("report-evidence-lead")}</p>
      <ul className={styles.list}>
        {reading.evidence.map((note) => {
          const source = `evidence:${note.id}`;
          return (
            <li key={note.id}>
              <button
                type="button"
                className={lit === source ? styles.lit : undefined}
                onClick={() => choose({ evidence: note.id })}
                onPointerEnter={() => point(source)}
                onPointerLeave={() => point(null)}
                onFocus={() => point(source)}
                onBlur={() => point(null)}
              >
                <span className={styles.name}>{note.name}</span>
                <VerdictLine note={note} />
                <NotOpened on="evidence" id={note.id} />
                <span className={styles.count}>
                  {t("report-evidence-places", { count: mentions.get(note.id) ?? 0 })}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
