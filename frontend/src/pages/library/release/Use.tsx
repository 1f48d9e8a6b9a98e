import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { bodyOf } from "@/api/client";
import { adoptions } from "@/api/libraryQueries";
import { Problem } from "@/api/problems";
import { useApp, useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import button from "@/design/components/Button.module.css";
import { Notice, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { Mark } from "@/design/components/Marks";
import { TextArea } from "@/design/components/TextArea";
import { Time } from "@/design/components/Time";
import type { AdoptionInfo, ReleaseInfo } from "@/generated/schema";
import { FormDialog, useAct } from "@/pages/acts";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { libraryVersion, sharedVersion } from "@/text/libraryVersion";
import { TakeBack } from "../TakeBack";
import { decisionFor, isOpen } from "./adoption";
import { Refusal, ReleaseLink } from "./parts";
import styles from "./release.module.css";

interface UseProps {
  release: ReleaseInfo;
  /** What new diagnoses are pinned to. */
  used: ReleaseInfo;
  /** Whether it was made before the one in use. */
  isBack: boolean;
  /** Whether the reader was shown what it changes for the centre. */
  isRead: boolean;
  onRead: () => void;
}

/** Whether the centre works with a release, and how it comes to. */
export function Use({ release, used, isBack, isRead, onRead }: UseProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const query = useQuery(adoptions(api, centre));
  const found = query.data?.results;
  const waiting = found?.find((one) => one.digest === release.digest && isOpen(one));
  const isUsed = release.digest === used.digest;
  /** Whether it is in use with the centre's own adjustments in it. */
  const isBase = release.digest === used.base;
  // A proposal of this release with the adjustments of the centre is read, and adopted, on its own page.
  const carried = found?.find(
    (one) => isOpen(one) && one.overlay !== null && sharedVersion(one.version) === release.version,
  );
  return (
    <aside
      className={[styles.aside, styles.card].join(" ")}
      aria-labelledby="release-use"
      aria-live="polite"
    >
      <h2 id="release-use">{t("release-use")}</h2>
      {(isUsed || isBase) && <Mark tone="good" icon="published" name={t("release-in-use")} />}
      {isBase && (
        <p>
          {t("release-in-use-with")}{" "}
          <ReleaseLink digest={used.digest}>{t("release-to-used")}</ReleaseLink>
        </p>
      )}
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {!found && !query.isError && <Skeleton lines={3} />}
      {found && isUsed && <Since decision={decisionFor(release.digest, found)} />}
      {waiting && <Waiting adoption={waiting} isRead={isRead} onRead={onRead} />}
      {carried && (
        <>
          <ProposedBy adoption={carried} />
          <p>
            <ReleaseLink digest={carried.digest}>{t("release-to-carried")}</ReleaseLink>
          </p>
        </>
      )}
      {found && !isUsed && !isBase && !waiting && !carried && (
        <Propose release={release} used={used} />
      )}
      {isBack && <p className={styles.quiet}>{t("release-back")}</p>}
    </aside>
  );
}

/** How the centre came to work with the release in use. */
export function Since({ decision }: { decision: AdoptionInfo | undefined }) {
  const { t } = useTexts();
  if (!decision?.adopted_at) return <p className={styles.quiet}>{t("release-of-package")}</p>;
  return (
    <>
      <p className={styles.quiet}>
        {t("release-since", {
          proposer: actorName(decision.proposed_by),
          adopter: actorName(decision.adopted_by),
        })}
        {" · "}
        <Time at={decision.adopted_at} />
      </p>
      {decision.reason && <p>{t("release-reason-of", { text: decision.reason })}</p>}
    </>
  );
}

function Propose({ release, used }: Pick<UseProps, "release" | "used">) {
  const { t } = useTexts();
  const { may } = useCentre();
  const [isAsked, setAsked] = useState(false);
  if (!may("library.propose")) return <p className={styles.quiet}>{t("release-who-proposes")}</p>;
  return (
    <>
      <p>{t("release-propose-text")}</p>
      {isCarried(release, used) && <p>{t("release-carried")}</p>}
      <Button kind="main" onPress={() => setAsked(true)}>
        {t("release-propose")}
      </Button>
      {isAsked && <ProposeDialog release={release} used={used} onClose={() => setAsked(false)} />}
    </>
  );
}

/** Whether the centre keeps its own adjustments when it comes to work with a release. */
const isCarried = (release: ReleaseInfo, used: ReleaseInfo): boolean =>
  release.overlay === null && used.overlay !== null;

interface ProposeDialogProps extends Pick<UseProps, "release" | "used"> {
  onClose: () => void;
}

function ProposeDialog({ release, used, onClose }: ProposeDialogProps) {
  const texts = useTexts();
  const { t } = texts;
  const { api, centre } = useCentre();
  const [reason, setReason] = useState("");
  const propose = useAct(
    () =>
      bodyOf(
        api.POST("/api/v1/guidelines/adoptions/", {
          body: { digest: release.digest, reason: reason.trim() },
        }),
      ),
    onClose,
  );
  return (
    <FormDialog
      title={t("release-propose-title", { version: libraryVersion(release.version, texts) })}
      act={t("release-propose-act")}
      isIncomplete={reason.trim() === ""}
      doing={{ isPending: propose.isPending, error: null }}
      onSubmit={() => propose.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t("release-propose-text")}</p>
      {isCarried(release, used) && <p>{t("release-carried")}</p>}
      <TextArea
        label={t("release-reason")}
        value={reason}
        onChange={setReason}
        maxLength={1000}
        autoFocus
      />
      <Refusal error={propose.error} />
      {propose.error instanceof Problem && propose.error.code === "overlay_conflict" && (
        <Link
          to="/c/$centre/library/centre"
          params={{ centre }}
          search={{ release: release.digest }}
          className={button.button}
        >
          {t("release-to-conflicts")}
        </Link>
      )}
    </FormDialog>
  );
}

interface WaitingProps {
  adoption: AdoptionInfo;
  isRead: boolean;
  onRead: () => void;
}

function Waiting({ adoption, isRead, onRead }: WaitingProps) {
  const { t } = useTexts();
  const { api, may } = useCentre();
  const { session } = useApp();
  const adopt = useAct(
    () =>
      bodyOf(
        api.POST("/api/v1/guidelines/adoptions/{adoption_id}/confirm/", {
          params: { path: { adoption_id: adoption.id } },
        }),
      ),
    () => undefined,
  );
  const isMine = adoption.proposed_by === `person:${session.person}`;
  return (
    <>
      <ProposedBy adoption={adoption} />
      {isMine ? (
        <>
          <p>{t("release-mine")}</p>
          <TakeBack adoption={adoption} refusal={(error) => <Refusal error={error} />} />
        </>
      ) : may("library.adopt") ? (
        <>
          <p>{t("release-adopt-text")}</p>
          <Button
            kind="main"
            isPending={adopt.isPending}
            isDisabled={!isRead}
            aria-describedby={isRead ? undefined : "release-unread"}
            onPress={() => adopt.mutate(undefined)}
          >
            {t("release-adopt")}
          </Button>
          {!isRead && (
            <Notice>
              <p id="release-unread">{t("release-unread")}</p>
              <Button onPress={onRead}>{t("release-unread-act")}</Button>
            </Notice>
          )}
        </>
      ) : (
        <p className={styles.quiet}>{t("release-who-adopts")}</p>
      )}
      <Refusal error={adopt.error} />
    </>
  );
}

/** Who proposed to work with a release, when and why. */
export function ProposedBy({ adoption }: { adoption: AdoptionInfo }) {
  const { t } = useTexts();
  return (
    <>
      <p>
        {t("release-proposed-by", { person: actorName(adoption.proposed_by) })}
        {" · "}
        <Time at={adoption.created_at} />
      </p>
      {adoption.reason && <p>{t("release-reason-of", { text: adoption.reason })}</p>}
    </>
  );
}
