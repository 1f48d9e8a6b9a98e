import { Time } from "@/design/components/Time";
import { Icon, type IconName } from "@/design/icons";
import type { Comment, ReviewInfo, ReviewVerdict } from "@/generated/schema";
import { useTexts } from "@/text";
import { allSentences, textOf } from "./model";
import styles from "./Reviews.module.css";
import { useReader, useStand } from "./reader";

/** Who brought the version where it stands, and what reviewers say of it. */
export function Reviews() {
  const { t } = useTexts();
  const { reviews } = useReader();
  return (
    <div className={styles.reviews}>
      <History />
      <h3>{t("report-reviews")}</h3>
      {reviews.length === 0 && <p>{t("report-reviews-none")}</p>}
      <p className={styles.quiet}>{t("report-reviews-how")}</p>
      <ol className={styles.list}>
        {reviews.map((review) => (
          <Review key={review.id} review={review} />
        ))}
      </ol>
    </div>
  );
}

/** `person:fan` is known to readers as `fan`. */
export const nameOf = (label: string) => label.replace(/^person:/, "");

function History() {
  const { t } = useTexts();
  const stand = useStand();
  const acts: [string, string, string | null][] = [
    [t("report-history-written"), stand.author, stand.created_at],
    [t("report-history-approved"), stand.approved_by, null],
    [t("report-history-published"), stand.published_by, stand.published_at],
    [
      t("report-history-withdrawn"),
      stand.withdrawn_by,
      stand.status === "withdrawn" ? stand.changed_at : null,
    ],
  ];
  return (
    <section>
      <h3>{t("report-history")}</h3>
      <dl className={styles.history}>
        {acts
          .filter(([, who]) => who)
          .map(([act, who, at]) => (
            <div key={act}>
              <dt>{act}</dt>
              <dd>
                {who.startsWith("person:")
                  ? nameOf(who)
                  : who.startsWith("service:")
                    ? who
                    : t("report-by-platform")}
                {at && (
                  <>
                    {" · "}
                    <Time at={at} />
                  </>
                )}
              </dd>
            </div>
          ))}
      </dl>
      {stand.corrects !== null && (
        <p className={styles.quiet}>
          {t("report-history-corrects", { number: stand.corrects, note: stand.note })}
        </p>
      )}
    </section>
  );
}

const SIGNS: Record<ReviewVerdict, IconName> = {
  approve: "approved",
  request_changes: "in_review",
  reject: "close",
};

function Review({ review }: { review: ReviewInfo }) {
  const { t } = useTexts();
  return (
    <li>
      <p className={styles.head}>
        <Icon name={SIGNS[review.verdict]} size={14} />
        <strong>{nameOf(review.reviewer)}</strong> {t(`report-review-${review.verdict}`)}
        {review.dissent && ` ${t("report-review-dissent")}`}
      </p>
      <p className={styles.quiet}>
        <Time at={review.created_at} />
      </p>
      {review.text && <p>{review.text}</p>}
      {review.comments.length > 0 && (
        <ul className={styles.comments}>
          {review.comments.map((comment) => (
            <li key={`${comment.on} ${comment.id} ${comment.text}`}>
              <Target comment={comment} />
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
function Target({ comment }: { comment: Comment }) {
  const { t } = useTexts();
  const { reading, written, choose } = useReader();
  if (comment.on === "claim") {
    return (
      <button type="button" onClick={() => choose({ claim: comment.id })}>
        {t("report-comment-claim", { text: written.get(comment.id) ?? comment.id })}
      </button>
    );
  }
  const address = comment.on === "figure" ? `caption:${comment.id}` : comment.id;
  const go = () => document.getElementById(address)?.scrollIntoView({ block: "center" });
  const sentence = allSentences(reading).find((one) => one.address === address);
  const text = sentence ? textOf(sentence).slice(0, LONGEST) : "";
  return (
    <button type="button" onClick={go}>
      {comment.on === "figure"
        ? t("report-comment-figure")
        : address === "title"
          ? t("report-comment-title")
          : t("report-comment-sentence", { text: `${text}…` })}
    </button>
  );
}
