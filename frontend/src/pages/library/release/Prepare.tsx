import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { bodyOf } from "@/api/client";
import { candidates, releases } from "@/api/libraryQueries";
import { serverTime } from "@/api/server";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Dialog } from "@/design/components/Dialog";
import { TextArea } from "@/design/components/TextArea";
import { TextField } from "@/design/components/TextField";
import { FormDialog, useAct } from "@/pages/acts";
import { useTexts } from "@/text";
import { InterestForm, useInterest } from "../Interest";
import { Refusal } from "./parts";
import { isVersion, versionOf } from "./version";

/** Makes a release of the library as it is, for two people to approve. */
export function Prepare() {
  const { t } = useTexts();
  const { api, centre, may } = useCentre();
  const [isOpen, setOpen] = useState(false);
  const declared = useInterest();
  const released = useQuery(releases(api, centre)).data?.results;
  const prepared = useQuery(candidates(api, centre)).data?.results;
  if (!may("library.review")) return null;
  const close = () => setOpen(false);
  const taken =
    released &&
    prepared &&
    new Set([
      ...released.map(({ version }) => version),
      ...prepared.filter((row) => !row.withdrawn_at).map(({ version }) => version),
    ]);
  return (
    <>
      <Button
        kind="main"
        icon="plus"
        isDisabled={!taken || declared === undefined}
        onPress={() => setOpen(true)}
      >
        {t("release-prepare")}
      </Button>
      {declared === null && (
        <Dialog title={t("release-prepare")} isOpen={isOpen} onClose={close}>
          <InterestForm declared="" />
        </Dialog>
      )}
      {isOpen && typeof declared === "string" && taken && (
        <PrepareDialog taken={taken} onClose={close} />
      )}
    </>
  );
}

interface PrepareDialogProps {
  taken: ReadonlySet<string>;
  onClose: () => void;
}

function PrepareDialog({ taken, onClose }: PrepareDialogProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const navigate = useNavigate();
  const [version, setVersion] = useState(() => versionOf(new Date(serverTime()), taken));
  const [note, setNote] = useState("");
  const prepare = useAct(
    () =>
      bodyOf(
        api.POST("/api/v1/guidelines/candidates/", {
          body: { version, note: note.trim(), title: "" },
        }),
      ),
    ({ id }) =>
      void navigate({
        to: "/c/$centre/library/candidates/$candidate",
        params: { centre, candidate: id },
      }),
  );
  const mistake = taken.has(version)
    ? t("release-refused-version_taken")
    : version && !isVersion(version)
      ? t("release-version-mistake")
      : null;
  return (
    <FormDialog
      title={t("release-prepare")}
      act={t("release-prepare-act")}
      isIncomplete={!version || Boolean(mistake) || note.trim() === ""}
      doing={{ isPending: prepare.isPending, error: null }}
      onSubmit={() => prepare.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t("release-prepare-text")}</p>
      <TextField
        label={t("release-version")}
        value={version}
        onChange={setVersion}
        mistake={mistake}
        maxLength={50}
      />
      <TextArea
        label={t("release-note")}
        hint={t("release-note-hint")}
        value={note}
        onChange={setNote}
        maxLength={1000}
        autoFocus
      />
      <Refusal error={prepare.error} />
    </FormDialog>
  );
}
