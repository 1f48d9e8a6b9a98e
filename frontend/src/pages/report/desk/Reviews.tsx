import { Time } from "@/design/components/Time";
import { Icon } from "@/design/icons";
import type { Comment, Report, ReviewInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { addressOf, allSentences, claimRead, textOf } from "../model";
import { useReader } from "../reader";
import styles from "./desk.module.css";
import { Earlier } from "./Earlier";
import { Unopened } from "./Unopened";
import { SIGNS } from "./word";

/** What reviewers say of the version, the newest first, and what they said of earlier ones. */
export function Reviews({ report }: { report: Report | undefined }) {
  const { t } = useTexts();
  const { reviews } = useReader();
  return (
    <>
      <section aria-label={t("desk-reviews")}>
        <h3>{t("desk-reviews")}</h3>
        {reviews.length === 0 && <p className={styles.quiet}>{t("desk-reviews-none")}</p>}
        <ol className={styles.list}>
          {reviews.map((review) => (
            <Review key={review.id} review={review} report={report} />
          ))}
        </ol>
      </section>
      <Earlier />
    </>
  );
}

function Review({ review, report }: { review: ReviewInfo; report: Report | undefined }) {
  const { t } = useTexts();
  return (
    <li>
      <p className={styles.head}>
        <Icon name={SIGNS[review.verdict]} size={14} />
        <strong>{actorName(review.reviewer)}</strong> {t(`desk-review-${review.verdict}`)}
        {review.dissent && ` ${t("desk-review-dissent")}`}
      </p>
      <p className={styles.quiet}>
        <Time at={review.created_at} />
      </p>
      {review.text && <p>{review.text}</p>}
      {review.unopened.length > 0 && (
        <details className={styles.quiet}>
          <summary>{t("desk-approved-unopened", { count: review.unopened.length })}</summary>
          <Unopened parts={review.unopened} />
        </details>
      )}
      {review.comments.length > 0 && (
        <ul className={styles.comments}>
          {review.comments.map((comment) => (
            <li key={`${comment.on} ${comment.id} ${comment.text}`}>
              <Target comment={comment} report={report} />
              <p>{comment.text}</p>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const LONGEST = 60;

/** What a comment is on; it leads there. */
export function Target({ comment, report }: { comment: Comment; report?: Report | undefined }) {
  const { t } = useTexts();
  const { reading, written, choose, openPart } = useReader();
  if (comment.on === "claim") {
    const claim = claimRead(reading, report, comment.id);
    return (
      <button type="button" onClick={() => choose({ claim })}>
        {t("desk-comment-claim", { text: written.get(claim ?? "") ?? comment.id })}
      </button>
    );
  }
  const address = addressOf(comment);
  const go = () => {
    openPart(address);
    document.getElementById(address)?.scrollIntoView({ block: "center" });
  };
  const sentence = allSentences(reading).find((one) => one.address === address);
  const text = sentence ? textOf(sentence).slice(0, LONGEST) : "";
  return (
    <button type="button" onClick={go}>
      {comment.on === "figure"
        ? t("desk-comment-figure")
        : address === "title"
          ? t("desk-comment-title")
          : t("desk-comment-sentence", { text: `${text}…` })}
    </button>
  );
}
