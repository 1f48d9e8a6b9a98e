import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { bodyOf } from "@/api/client";
import { Problem } from "@/api/problems";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import fields from "@/design/components/Fields.module.css";
import { TextArea } from "@/design/components/TextArea";
import type { ProblemInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { FormDialog, useAct } from "../acts";
import styles from "./FileDialog.module.css";
import { problemIn } from "./problems";

/** Proposes what a table or a document says otherwise than the library; every mistake is named by its line. */
export function FileDialog() {
  const { t } = useTexts();
  const { api, centre, may } = useCentre();
  const navigate = useNavigate();
  const [isOpen, open] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [reason, setReason] = useState("");
  const sending = useAct(
    async (chosen: File) =>
      bodyOf(
        api.POST("/api/v1/guidelines/proposals/file/", {
          body: { name: chosen.name, text: await chosen.text(), reason: reason.trim() },
        }),
      ),
    ({ id }) =>
      void navigate({
        to: "/c/$centre/library/proposals/$proposal",
        params: { centre, proposal: id },
      }),
  );
  if (!may("library.edit")) return null;
  const mistakes = mistakesOf(sending.error);
  return (
    <>
      <Button icon="reports" onPress={() => open(true)}>
        {t("lib-file")}
      </Button>
      {isOpen && (
        <FormDialog
          title={t("lib-file")}
          act={t("lib-file-go")}
          isIncomplete={file === null}
          doing={mistakes.length > 0 ? { ...sending, error: null } : sending}
          onSubmit={() => file && sending.mutate(file)}
          onClose={() => open(false)}
        >
          <p>{t("lib-file-text")}</p>
          <label className={fields.field}>
            <span className={fields.label}>{t("lib-file-file")}</span>
            <input
              type="file"
              accept=".csv,.yaml,.yml"
              onChange={(event) => {
                setFile(event.target.files?.[0] ?? null);
                sending.reset();
              }}
            />
          </label>
          <TextArea
            label={t("lib-file-reason")}
            value={reason}
            maxLength={1000}
            onChange={setReason}
          />
          {mistakes.length > 0 && <Mistakes mistakes={mistakes} />}
        </FormDialog>
      )}
    </>
  );
}

interface Mistake extends ProblemInfo {
  line: number;
}

/** What is wrong with a file, as the platform names it; nothing where it refused for another reason. */
function mistakesOf(error: Error | null): readonly Mistake[] {
  const found = error instanceof Problem ? error.data.problems : undefined;
  return Array.isArray(found) ? (found as Mistake[]) : [];
}

const SHOWN = 50;

function Mistakes({ mistakes }: { mistakes: readonly Mistake[] }) {
  const { t, language } = useTexts();
  return (
    <div role="alert">
      <p>{t("lib-file-mistakes", { count: mistakes.length })}</p>
      <ol className={styles.mistakes}>
        {mistakes.slice(0, SHOWN).map((one) => (
          <li key={`${one.line} ${one.key} ${one.field} ${one.problem}`}>
            <span>{t("lib-file-line", { line: one.line })}</span>
            <span>
              <code>{[one.key, one.field].filter(Boolean).join(": ")}</code>{" "}
              {problemIn(one, language)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
