import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf } from "@/api/client";
import { overlay, releases } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Select } from "@/design/components/Select";
import { TextArea } from "@/design/components/TextArea";
import type { OverlayInfo } from "@/generated/schema";
import { FormDialog, useAct } from "@/pages/acts";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import type { OverlaySearch } from "../search";
import { Refused, useOverlayAct } from "./acts";
import { blockOf, newerThan } from "./model";
import styles from "./overlay.module.css";

interface ProposeProps {
  standing: OverlayInfo;
  search: OverlaySearch;
  onSearch: (search: OverlaySearch) => void;
}

/** How the draft comes into use: with which release, why it cannot yet, and the act. */
export function Propose({ standing, search, onSearch }: ProposeProps) {
  const { t } = useTexts();
  const { api, centre, may } = useCentre();
  const [isAsked, setAsked] = useState(false);
  const own = useQuery({ ...overlay(api, centre), enabled: search.release !== undefined }).data;
  const used = search.release === undefined ? standing : own;
  const known = useQuery(releases(api, centre)).data?.results ?? [];
  const newer = newerThan(used?.release ?? standing.release, known);
  const isInUse = used?.release === standing.release;
  const block = blockOf(standing, isInUse);
  return (
    <section className={styles.card} aria-labelledby="overlay-next">
      <h2 id="overlay-next">{t("overlay-next")}</h2>
      {newer.length > 0 && used && (
        <Select
          label={t("overlay-release")}
          any={t("overlay-release-used", { version: used.version })}
          options={newer.map(({ digest, version }) => ({ value: digest, name: version }))}
          value={isInUse ? undefined : standing.release}
          onChange={(release) => onSearch({ release })}
        />
      )}
      {may("library.propose") ? (
        <>
          <p>{t("overlay-next-text")}</p>
          <Button
            kind="main"
            isDisabled={block !== null}
            aria-describedby={block ? "overlay-blocked" : undefined}
            onPress={() => setAsked(true)}
          >
            {t(isInUse ? "overlay-propose" : "overlay-propose-in")}
          </Button>
          {standing.changed && isInUse && <Reset />}
          {block && (
            <p id="overlay-blocked" className={styles.quiet}>
              {t(`overlay-blocked-${block}`)}
            </p>
          )}
        </>
      ) : (
        <p className={styles.quiet}>{t("overlay-next-who")}</p>
      )}
      {isAsked && (
        <ProposeDialog
          standing={standing}
          release={isInUse ? null : standing.release}
          onClose={() => setAsked(false)}
          onDone={() => onSearch({ release: undefined })}
        />
      )}
    </section>
  );
}

/** Lets the draft say again what diagnoses use. */
function Reset() {
  const { t } = useTexts();
  const { api } = useCentre();
  const [isAsked, setAsked] = useState(false);
  const reset = useOverlayAct(
    undefined,
    () => bodyOf(api.POST("/api/v1/guidelines/overlay/reset/")),
    () => setAsked(false),
  );
  return (
    <>
      <Button icon="back" onPress={() => setAsked(true)}>
        {t("overlay-reset")}
      </Button>
      {isAsked && (
        <FormDialog
          title={t("overlay-reset")}
          act={t("overlay-reset")}
          isIncomplete={false}
          doing={{ isPending: reset.isPending, error: reset.error }}
          onSubmit={() => reset.mutate(undefined)}
          onClose={() => setAsked(false)}
        >
          <p>{t("overlay-reset-text")}</p>
        </FormDialog>
      )}
    </>
  );
}

interface DialogProps {
  standing: OverlayInfo;
  /** Digest of the release with which it is proposed, where it is another one than until now. */
  release: string | null;
  onClose: () => void;
  onDone: () => void;
}

function ProposeDialog({ standing, release, onClose, onDone }: DialogProps) {
  const { t } = useTexts();
  const { api } = useCentre();
  const [reason, setReason] = useState("");
  const propose = useAct(
    () =>
      bodyOf(
        api.POST("/api/v1/guidelines/overlay/propose/", {
          body: { reason: reason.trim(), release },
        }),
      ),
    () => {
      onClose();
      onDone();
    },
  );
  return (
    <FormDialog
      title={t("overlay-propose-title")}
      act={t("overlay-propose-act")}
      isIncomplete={!/\p{L}/u.test(reason)}
      doing={{ isPending: propose.isPending, error: null }}
      onSubmit={() => propose.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t("overlay-propose-text")}</p>
      {release && <p>{t("overlay-propose-with", { version: standing.version })}</p>}
      {release && standing.changed && <p>{t("overlay-propose-drafts")}</p>}
      {standing.proposed && (
        <p>{t("overlay-propose-replaces", { person: actorName(standing.proposed.proposed_by) })}</p>
      )}
      <TextArea
        label={t("overlay-reason")}
        value={reason}
        onChange={setReason}
        maxLength={1000}
        autoFocus
      />
      <Refused error={propose.error} />
    </FormDialog>
  );
}
