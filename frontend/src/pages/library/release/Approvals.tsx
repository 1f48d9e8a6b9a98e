import { useState } from "react";
import { bodyOf } from "@/api/client";
import { useApp, useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import button from "@/design/components/Button.module.css";
import layers from "@/design/components/Layers.module.css";
import { Time } from "@/design/components/Time";
import { Icon } from "@/design/icons";
import type { CandidateDetail } from "@/generated/schema";
import { FormDialog, useAct } from "@/pages/acts";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { InterestForm, useInterest } from "../Interest";
import { Refusal, ReleaseLink } from "./parts";
import styles from "./release.module.css";

const PLACES = [0, 1] as const;

/** The two approvals of a prepared release, and the reader's own. */
export function Approvals({ row }: { row: CandidateDetail }) {
  const { t } = useTexts();
  return (
    <aside
      className={[styles.aside, styles.card].join(" ")}
      aria-labelledby="release-approvals"
      aria-live="polite"
    >
      <h2 id="release-approvals">{t("release-approvals")}</h2>
      <ol className={styles.places}>
        {PLACES.map((place) => {
          const approval = row.approvals[place];
          return (
            <li key={place} data-given={approval ? true : undefined}>
              <Icon name={approval ? "approved" : "none"} />
              <span>{approval ? actorName(approval.by) : t("release-place-open")}</span>
              {approval && (
                <span className={styles.quiet}>
                  <Time at={approval.at} />
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <Next row={row} />
    </aside>
  );
}

/** What comes of it: the reader's act, or what has become of it. */
function Next({ row }: { row: CandidateDetail }) {
  const { t } = useTexts();
  const { may } = useCentre();
  if (row.released) {
    return (
      <>
        <p>{t("release-done")}</p>
        <ReleaseLink digest={row.digest} className={[button.button, button.main].join(" ")}>
          {t("release-to-release", { version: row.version })}
        </ReleaseLink>
      </>
    );
  }
  if (row.withdrawn_at) {
    return (
      <p>
        {t("release-withdrawn-by", { person: actorName(row.withdrawn_by) })}
        {" · "}
        <Time at={row.withdrawn_at} />
      </p>
    );
  }
  if (!may("library.review")) return <p className={styles.quiet}>{t("release-who-approves")}</p>;
  return <Acts row={row} />;
}

function Acts({ row }: { row: CandidateDetail }) {
  const { t } = useTexts();
  const { api } = useCentre();
  const { session } = useApp();
  const declared = useInterest();
  const [isEnding, end] = useState(false);
  const approve = useAct(
    () =>
      bodyOf(
        api.POST("/api/v1/guidelines/candidates/{candidate_id}/approve/", {
          params: { path: { candidate_id: row.id } },
          body: { digest: row.digest },
        }),
      ),
    () => undefined,
  );
  const isGiven = row.approvals.some(({ by }) => by === `person:${session.person}`);
  return (
    <>
      {!isGiven && (
        <p>{t(row.approvals.length > 0 ? "release-approve-second" : "release-approve-first")}</p>
      )}
      <span className={layers.acts}>
        <Button
          kind="main"
          isPending={approve.isPending}
          isDisabled={isGiven || typeof declared !== "string"}
          aria-describedby={isGiven ? "release-given" : undefined}
          onPress={() => approve.mutate(undefined)}
        >
          {t("release-approve")}
        </Button>
        <Button kind="bare" onPress={() => end(true)}>
          {t("release-withdraw")}
        </Button>
      </span>
      {isGiven && <p id="release-given">{t("release-given")}</p>}
      {declared === null && <InterestForm declared="" />}
      <Refusal error={approve.error} />
      {isEnding && <WithdrawDialog row={row} onClose={() => end(false)} />}
    </>
  );
}

function WithdrawDialog({ row, onClose }: { row: CandidateDetail; onClose: () => void }) {
  const { t } = useTexts();
  const { api } = useCentre();
  const withdraw = useAct(
    () =>
      bodyOf(
        api.POST("/api/v1/guidelines/candidates/{candidate_id}/withdraw/", {
          params: { path: { candidate_id: row.id } },
        }),
      ),
    onClose,
  );
  return (
    <FormDialog
      title={t("release-withdraw-title", { version: row.version })}
      act={t("release-withdraw")}
      kind="danger"
      doing={{ isPending: withdraw.isPending, error: null }}
      onSubmit={() => withdraw.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t("release-withdraw-text")}</p>
      <Refusal error={withdraw.error} />
    </FormDialog>
  );
}
