import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { bodyOf } from "@/api/client";
import { type About, remarks } from "@/api/libraryQueries";
import { Problem } from "@/api/problems";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Notice, ProblemNotice } from "@/design/components/Feedback";
import { TextArea } from "@/design/components/TextArea";
import { Ago } from "@/design/components/Time";
import type { RemarkInfo } from "@/generated/schema";
import { FormDialog, useAct } from "@/pages/acts";
import { useKept } from "@/pages/kept";
import { type MessageId, useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { isolated } from "@/text/isolated";
import { useNames } from "../names";
import styles from "./talk.module.css";
import { threadOf } from "./threads";

interface RemarksProps {
  about: About;
  /** The field of the proposal that is talked about; without one it is the whole. */
  field?: string;
  /** The fields that have threads of their own on the page. */
  fields?: readonly string[];
  /** Whether nothing can be added any more. */
  isClosed?: boolean;
}

/** What curators say about a proposal, one of its fields or an item, in order of time; the page brings its texts. */
export function Remarks({ about, field, fields = [], isClosed = false }: RemarksProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const title = useId();
  const query = useQuery(remarks(api, centre, about));
  const said = threadOf(query.data ?? [], field, fields);
  if (isClosed && said.length === 0) return null;
  const Title = field ? "h4" : "h2";
  // Of a field that nobody has said anything of, the button says enough.
  const isTitled = !field || said.length > 0;
  const name = t(field ? "talk-on-field" : "talk", { count: said.length });
  return (
    <section
      className={styles.thread}
      data-remarks={field ?? "whole"}
      // Each field has a thread: its name tells which; without a title it is no region of the page.
      aria-labelledby={
        isTitled ? [field && `field-${field}`, title].filter(Boolean).join(" ") : undefined
      }
    >
      {isTitled && <Title id={title}>{name}</Title>}
      {query.isError && <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />}
      {said.length > 0 && (
        <ol>
          {said.map((remark) => (
            <li key={remark.id}>
              <Said remark={remark} isNamed={!field && remark.field !== null} />
            </li>
          ))}
        </ol>
      )}
      {!isClosed && <Write about={about} field={field} />}
    </section>
  );
}

/** One remark; `isNamed` where the field that it was written on is not there any more. */
function Said({ remark, isNamed }: { remark: RemarkInfo; isNamed: boolean }) {
  const { t } = useTexts();
  const names = useNames(remark.kind ?? undefined);
  const of = remark.kind ? { kind: remark.kind, item: remark.item } : undefined;
  const person = actorName(remark.by);
  return (
    <>
      <p className={styles.by}>
        <strong>{person}</strong>
        {isNamed && <span>{names.field(remark.path, of)}</span>}
        <span className={styles.quiet}>
          <Ago at={remark.at} />
        </span>
        {remark.mine && !remark.taken_back_at && <TakeBack remark={remark} />}
      </p>
      {remark.taken_back_at ? (
        <p className={styles.quiet}>
          {t("talk-taken-back", { person })} <Ago at={remark.taken_back_at} />
        </p>
      ) : (
        <p className={styles.text}>{isolated(remark.text)}</p>
      )}
    </>
  );
}

function TakeBack({ remark }: { remark: RemarkInfo }) {
  const { t } = useTexts();
  const { api } = useCentre();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const taking = useAct(
    () =>
      bodyOf(
        api.POST("/api/v1/guidelines/remarks/{remark_id}/take-back/", {
          params: { path: { remark_id: remark.id } },
        }),
      ),
    close,
  );
  return (
    <>
      <Button kind="bare" icon="back" onPress={() => setOpen(true)}>
        {t("talk-take-back")}
      </Button>
      {isOpen && (
        <FormDialog
          title={t("talk-take-back-title")}
          act={t("talk-take-back")}
          kind="danger"
          doing={taking}
          onSubmit={() => taking.mutate(undefined)}
          onClose={close}
        >
          <p>{t("talk-take-back-text")}</p>
        </FormDialog>
      )}
    </>
  );
}

const MOST_CHARACTERS = 2000;

/** Refusals that have words of their own here. */
const REFUSALS = {
  proposal_closed: "talk-refused-proposal_closed",
  too_many_remarks: "talk-refused-too_many_remarks",
} as const satisfies Record<string, MessageId>;

/** A remark that is being written: this window keeps it until it is sent or given up. */
function Write({ about, field }: Pick<RemarksProps, "about" | "field">) {
  const { t } = useTexts();
  const { api } = useCentre();
  const where = field ?? Object.values(about).join(" ");
  const [typed, keep] = useKept<string | null>("remark", where, null);
  const sending = useAct(
    (text: string) =>
      bodyOf(
        api.POST("/api/v1/guidelines/remarks/", {
          body: {
            proposal: null,
            field: null,
            kind: null,
            item: null,
            ...(field ? { field } : about),
            text,
          },
        }),
      ),
    () => keep(null),
  );
  if (typed === null) {
    return (
      <Button kind="bare" icon="plus" onPress={() => keep("")}>
        {t(field ? "talk-write-on-field" : "talk-write")}
      </Button>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate(typed);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextArea
        label={t("talk-text")}
        hint={t("talk-readers")}
        value={typed}
        maxLength={MOST_CHARACTERS}
        autoFocus={typed === ""}
        onChange={keep}
      />
      <Refused error={sending.error} />
      <div className={styles.buttons}>
        <Button type="submit" isDisabled={typed.trim() === ""} isPending={sending.isPending}>
          {t("talk-send")}
        </Button>
        <Button onPress={() => keep(null)}>{t("leave")}</Button>
      </div>
    </form>
  );
}

function Refused({ error }: { error: Error | null }) {
  const { t } = useTexts();
  if (!error) return null;
  const code = error instanceof Problem ? error.code : "";
  if (!Object.hasOwn(REFUSALS, code)) return <ProblemNotice error={error} />;
  return (
    <Notice tone="doubt" live>
      <p>{t(REFUSALS[code as keyof typeof REFUSALS])}</p>
    </Notice>
  );
}
