import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { Notice } from "@/design/components/Feedback";
import { Time } from "@/design/components/Time";
import { FormDialog, useAct } from "@/pages/acts";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { ownWords } from "../model";
import { useReader, useStanding, useVersion } from "../reader";
import styles from "./desk.module.css";
import { Objections, Remarks } from "./Earlier";
import { Newer } from "./Newer";
import { Unopened } from "./Unopened";
import { wordsInForce } from "./word";

/** Publication by a second person: on whose word it rests, and what goes out with it. */
export default function PublishDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const { api } = useCentre();
  const { diagnosis, number } = useVersion();
  const { reviews, reading } = useReader();
  const own = ownWords(reading).length;
  const standing = useStanding();
  const words = wordsInForce(reviews);
  const doing = useAct(
    () =>
      bodyOf(
        api.POST("/api/v1/diagnoses/{job_id}/report/versions/{number}/publish/", {
          params: { path: { job_id: diagnosis, number } },
        }),
      ),
    onClose,
  );
  const unopened = standing?.unopened ?? [];
  return (
    <FormDialog
      title={t("desk-publish-title", { number })}
      act={t("desk-act-publish")}
      doing={doing}
      onSubmit={() => doing.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t("desk-publish-lead")}</p>
      <Newer />
      <ul className={styles.words}>
        {words.map((word) => (
          <li key={word.id} data-verdict={word.verdict}>
            <strong>{actorName(word.reviewer)}</strong> {t(`desk-review-${word.verdict}`)} ·{" "}
            <Time at={word.created_at} />
            {word.verdict !== "approve" && <p>{t("desk-publish-dissent", { text: word.text })}</p>}
            {word.unopened.length > 0 && (
              <p>{t("desk-approved-unopened", { count: word.unopened.length })}</p>
            )}
          </li>
        ))}
      </ul>
      <Objections />
      <Remarks />
      {own > 0 && (
        <Notice tone="doubt">
          <p>{t("desk-publish-own", { count: own })}</p>
        </Notice>
      )}
      {unopened.length > 0 && (
        <Notice tone="doubt">
          <p>{t("desk-publish-unopened", { count: unopened.length })}</p>
          <Unopened parts={unopened} />
        </Notice>
      )}
    </FormDialog>
  );
}
