import { lazy, Suspense, useState } from "react";
import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { ProblemNotice } from "@/design/components/Feedback";
import { useAct } from "@/pages/acts";
import { useTexts } from "@/text";
import { useStanding, useVersion } from "../reader";
import styles from "./desk.module.css";
import { hindrancesOf, Why } from "./Why";

const PublishDialog = lazy(() => import("./PublishDialog"));
const WithdrawDialog = lazy(() => import("./WithdrawDialog"));

const ACTS = ["submit", "publish", "withdraw"] as const;
type Own = (typeof ACTS)[number];

/** What takes the version on its way, and why the person may not do the rest. */
export function Acts() {
  const { t } = useTexts();
  const { api } = useCentre();
  const { diagnosis, number } = useVersion();
  const standing = useStanding();
  const [open, setOpen] = useState<Own | null>(null);
  const submitting = useAct(
    () =>
      bodyOf(
        api.POST("/api/v1/diagnoses/{job_id}/report/versions/{number}/submit/", {
          params: { path: { job_id: diagnosis, number } },
        }),
      ),
    () => {},
  );
  if (!standing) return null;
  const { status } = standing;
  if (status === "superseded" || status === "withdrawn") return <p>{t(`desk-over-${status}`)}</p>;
  const offered = ACTS.filter((act) => hindrancesOf(standing.acts, act).length === 0);
  const refused = ACTS.filter((act) => !offered.includes(act));
  const press = (act: Own) => (act === "submit" ? submitting.mutate(undefined) : setOpen(act));
  return (
    <section aria-label={t("desk-acts")} className={styles.acts}>
      {offered.length > 0 && (
        <div className={styles.buttons}>
          {offered.map((act) => (
            <Button
              key={act}
              kind={act === "withdraw" ? "danger" : "main"}
              isPending={act === "submit" && submitting.isPending}
              onPress={() => press(act)}
            >
              {t(`desk-act-${act}`)}
            </Button>
          ))}
        </div>
      )}
      {submitting.error && <ProblemNotice error={submitting.error} />}
      {refused.map((act) => (
        <Why key={act} act={t(`desk-act-${act}`)} hindrances={hindrancesOf(standing.acts, act)} />
      ))}
      <Suspense>
        {open === "publish" && <PublishDialog onClose={() => setOpen(null)} />}
        {open === "withdraw" && <WithdrawDialog onClose={() => setOpen(null)} />}
      </Suspense>
    </section>
  );
}
