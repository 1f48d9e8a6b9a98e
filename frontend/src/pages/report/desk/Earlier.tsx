import { useQuery } from "@tanstack/react-query";
import { reviewsOf } from "@/api/reportQueries";
import { useCentre } from "@/app/context";
import { Notice } from "@/design/components/Feedback";
import { Time } from "@/design/components/Time";
import { Icon } from "@/design/icons";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { useStand, useVersion } from "../reader";
import styles from "./desk.module.css";
import { VersionLink } from "./VersionLink";
import { type Before, remarksUntil, SIGNS, saidBefore } from "./word";

function useReviews() {
  const { api, centre } = useCentre();
  return useQuery(reviewsOf(api, centre, useVersion().diagnosis)).data?.results ?? [];
}

function useBefore(): Before[] {
  const { author } = useStand();
  return saidBefore(useReviews(), useVersion().number, author);
}

/** How many remarks were made on this version and those before it: they hold nothing up, and are easily missed. */
export function Remarks() {
  const { t } = useTexts();
  const { number } = useVersion();
  const count = remarksUntil(useReviews(), number);
  if (count === 0) return null;
  return (
    <p>
      {t("desk-publish-remarks", { count })}{" "}
      <VersionLink number={number} search={{ side: "reviews" }}>
        {t("desk-reviews")}
      </VersionLink>
    </p>
  );
}

/** What reviewers said of the versions before this one, and whether they have approved one since. */
export function Earlier() {
  const { t } = useTexts();
  const before = useBefore();
  if (before.length === 0) return null;
  return (
    <section aria-label={t("desk-earlier")}>
      <h3>{t("desk-earlier")}</h3>
      <ol className={styles.list}>
        {before.map((said) => (
          <li key={said.review.id}>
            <Said {...said} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The objections to earlier versions whose authors have approved none since, and did not write this one. */
export function Objections() {
  const { t } = useTexts();
  const standing = useBefore().filter(({ stands }) => stands);
  if (standing.length === 0) return null;
  return (
    <Notice tone="doubt">
      <p>{t("desk-earlier-standing", { count: standing.length })}</p>
      <ul className={styles.words}>
        {standing.map((said) => (
          <li key={said.review.id}>
            <Said {...said} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Said({ review, approved }: Before) {
  const { t } = useTexts();
  const { version, verdict, reviewer, text, comments } = review;
  return (
    <>
      <p className={styles.head}>
        <Icon name={SIGNS[verdict]} size={14} />
        <strong>{actorName(reviewer)}</strong> {t(`desk-review-${verdict}`)}
      </p>
      <p className={styles.quiet}>
        <VersionLink number={version} search={{ side: "reviews" }}>
          {t("report-compare", { number: version })}
        </VersionLink>{" "}
        · <Time at={review.created_at} />
        {approved !== null && ` · ${t("desk-earlier-approved", { number: approved })}`}
      </p>
      {[text, ...comments.map((comment) => comment.text)]
        .filter((words) => words !== "")
        .map((words) => (
          <p key={words}>{words}</p>
        ))}
    </>
  );
}
