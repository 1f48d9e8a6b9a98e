import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { bodyOf } from "@/api/client";
import { bibliography, proposals } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Change } from "@/design/components/Change";
import { Combo } from "@/design/components/Combo";
import { Select } from "@/design/components/Select";
import { Table } from "@/design/components/Table";
import { TextArea } from "@/design/components/TextArea";
import { TextField } from "@/design/components/TextField";
import type {
  BulkAct,
  BulkAnswer,
  BulkFilter,
  BulkLeftOut,
  BulkRow,
  NewBulkChangeRequest,
} from "@/generated/schema";
import { MoreTexts, type Part, useTexts } from "@/text";
import { FormDialog, useAct } from "../../acts";
import { useNames } from "../names";
import { ItemLink } from "../parts";
import { problemIn } from "../problems";
import styles from "./bulk.module.css";
import { actsOf, PATHS, valueIn, type What } from "./model";

const TEXTS: Part = {
  en: () => import("../../../../messages/bulk.en.ftl?raw"),
  zh: () => import("../../../../messages/bulk.zh.ftl?raw"),
};

interface BulkDialogProps {
  filter: Partial<BulkFilter>;
  onClose: () => void;
}

/** Changes one thing in all entries of a filter: it is shown first, and then put into a draft as it was shown. */
export default function BulkDialog(props: BulkDialogProps) {
  return (
    <MoreTexts part={TEXTS}>
      <Form {...props} />
    </MoreTexts>
  );
}

interface Typed {
  what: What;
  act: BulkAct;
  value: string;
  former: string;
  unit: string;
  proposal: string;
}

const wholeFilter = (filter: Partial<BulkFilter>): BulkFilter => ({
  event: filter.event ?? null,
  category: filter.category ?? null,
  modality: filter.modality ?? null,
  factor: filter.factor ?? null,
  tag: filter.tag ?? null,
  reference: filter.reference ?? null,
  reviewed: filter.reviewed ?? null,
  text: filter.text ?? null,
  need: filter.need ?? null,
});

const WHATS = Object.keys(PATHS) as What[];

function Form({ filter, onClose }: BulkDialogProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const navigate = useNavigate();
  const [typed, setTyped] = useState<Typed>({
    what: "weight",
    act: "set",
    value: "",
    former: "",
    unit: "",
    proposal: "",
  });
  const [reason, setReason] = useState("");
  const value = valueIn(typed.what, typed.act, typed.value);
  const isWhole = value !== undefined && (typed.act !== "replace" || typed.former.trim() !== "");
  const body = (): NewBulkChangeRequest => ({
    filter: wholeFilter(filter),
    path: PATHS[typed.what],
    act: typed.act,
    value: value ?? null,
    former: typed.act === "replace" ? typed.former.trim() : "",
    unit: (typed.act === "set" && typed.unit.trim()) || null,
    proposal: typed.proposal || null,
    preview: true,
    digest: "",
    reason: "",
  });
  const send = (more: Partial<NewBulkChangeRequest>) =>
    bodyOf(api.POST("/api/v1/guidelines/proposals/bulk/", { body: { ...body(), ...more } }));
  const showing = useMutation({ mutationFn: () => send({}) });
  const keeping = useAct(
    ({ digest }: BulkAnswer) => send({ preview: false, digest, reason: reason.trim() }),
    ({ proposal }) =>
      proposal &&
      void navigate({ to: "/c/$centre/library/proposals/$proposal", params: { centre, proposal } }),
  );
  const change = (more: Partial<Typed>) => {
    setTyped({ ...typed, ...more });
    showing.reset();
    keeping.reset();
  };
  const shown = showing.data;
  const submit = () => {
    if (shown) keeping.mutate(shown);
    else if (isWhole) showing.mutate();
  };
  return (
    <FormDialog
      wide
      title={t("bulk-title")}
      act={shown ? t("bulk-keep", { count: shown.changed.length }) : t("bulk-show")}
      isIncomplete={shown ? shown.changed.length === 0 : !isWhole}
      doing={shown ? keeping : showing}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t("bulk-lead")}</p>
      <Controls typed={typed} onChange={change} />
      {shown && (
        <>
          <Shown answer={shown} what={typed.what} />
          {!typed.proposal && (
            <TextArea
              label={t("bulk-reason")}
              value={reason}
              maxLength={1000}
              onChange={setReason}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

interface ControlsProps {
  typed: Typed;
  onChange: (more: Partial<Typed>) => void;
}

function Controls({ typed, onChange }: ControlsProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const names = useNames();
  const drafts = useQuery(proposals(api, centre, { state: "draft", mine: true })).data?.results;
  const acts = actsOf(typed.what);
  return (
    <div className={styles.controls}>
      <Select
        label={t("bulk-what")}
        any={t("bulk-choose")}
        value={typed.what}
        options={WHATS.map((what) => ({
          value: what,
          name: what === "whole" ? t("bulk-whole") : names.field(PATHS[what]),
        }))}
        onChange={(what) =>
          what && onChange({ what, act: actsOf(what)[0] ?? "set", value: "", former: "", unit: "" })
        }
      />
      {acts.length > 1 && (
        <Select
          label={t("bulk-how")}
          any={t("bulk-choose")}
          value={typed.act}
          options={acts.map((act) => ({ value: act, name: t(`bulk-act-${act}`) }))}
          onChange={(act) => act && onChange({ act, unit: "" })}
        />
      )}
      {typed.act === "replace" && (
        <Value
          typed={typed}
          label={t("bulk-former")}
          text={typed.former}
          onChange={(former) => onChange({ former })}
        />
      )}
      {typed.what !== "whole" && (
        <Value
          typed={typed}
          label={t(`bulk-value-${typed.act === "remove" ? "set" : typed.act}`)}
          text={typed.value}
          onChange={(value) => onChange({ value })}
        />
      )}
      {(typed.what === "limit" || typed.what === "floor") && typed.act === "set" && (
        <TextField
          label={t("bulk-unit")}
          hint={t("bulk-unit-hint")}
          value={typed.unit}
          maxLength={50}
          onChange={(unit) => onChange({ unit })}
        />
      )}
      {drafts && drafts.length > 0 && (
        <Select
          label={t("bulk-draft")}
          any={t("bulk-draft-new")}
          value={typed.proposal || undefined}
          options={drafts.map(({ id, reason, items }) => ({
            value: id,
            name: reason || t("bulk-draft-of", { count: items.length }),
          }))}
          onChange={(proposal) => onChange({ proposal: proposal ?? "" })}
        />
      )}
    </div>
  );
}

const DIFFICULTIES = ["easy", "medium", "hard"] as const;

interface ValueProps {
  typed: Typed;
  label: string;
  text: string;
  onChange: (text: string) => void;
}

function Value({ typed, label, text, onChange }: ValueProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const publications = useQuery(bibliography(api, centre)).data;
  if (typed.what === "citations") {
    return (
      <Combo
        key={`${label} ${publications?.length}`}
        label={label}
        options={(publications ?? []).map((one) => ({ value: one.reference.key, name: one.text }))}
        value={text || undefined}
        onChange={onChange}
      />
    );
  }
  if (typed.what === "difficulty") {
    return (
      <Select
        label={label}
        any={t("bulk-choose")}
        value={DIFFICULTIES.find((one) => one === text)}
        options={DIFFICULTIES.map((value) => ({ value, name: t(`lib-value-difficulty-${value}`) }))}
        onChange={(value) => onChange(value ?? "")}
      />
    );
  }
  const isMisread = text.trim() !== "" && valueIn(typed.what, typed.act, text) === undefined;
  const hinted = typed.what === "months" || typed.what === "latitudes" ? typed.what : null;
  return (
    <TextField
      label={label}
      value={text}
      maxLength={200}
      {...(hinted && { hint: t(`bulk-hint-${hinted}`) })}
      mistake={isMisread ? t("bulk-misread") : null}
      onChange={onChange}
    />
  );
}

function Shown({ answer, what }: { answer: BulkAnswer; what: What }) {
  const { t } = useTexts();
  const names = useNames();
  const { met, changed, same, left_out } = answer;
  const link = ({ item }: BulkRow | BulkLeftOut): ReactNode => (
    <ItemLink kind="entry" item={item}>
      {names.item("entry", item)}
    </ItemLink>
  );
  return (
    <section className={styles.shown} aria-label={t("bulk-shown")}>
      <p role="status">
        {t("bulk-counts", {
          met,
          changed: changed.length,
          same: same.length,
          left: left_out.length,
        })}
      </p>
      <div className={styles.rows}>
        {changed.length > 0 && (
          <Table
            label={t("bulk-changed")}
            rows={changed}
            keyOf={(row) => row.item}
            columns={[
              { id: "entry", name: t("lib-kind-entry"), width: "45%", cell: link },
              {
                id: "change",
                name: t("bulk-change"),
                width: "55%",
                cell: (row) =>
                  what === "whole" ? (
                    t("bulk-gone")
                  ) : (
                    <Change
                      before={names.value(PATHS[what], row.was, row.unit)}
                      after={names.value(PATHS[what], row.value, row.unit)}
                    />
                  ),
              },
            ]}
          />
        )}
        {left_out.length > 0 && (
          <Table
            label={t("bulk-left-out")}
            rows={left_out}
            keyOf={(row) => row.item}
            columns={[
              { id: "entry", name: t("bulk-left-out"), width: "45%", cell: link },
              {
                id: "why",
                name: t("bulk-why"),
                width: "55%",
                cell: (row) => <Why row={row} />,
              },
            ]}
          />
        )}
      </div>
    </section>
  );
}

function Why({ row }: { row: BulkLeftOut }) {
  const { t, language } = useTexts();
  if (row.problems.length === 0) return t("bulk-no-limit");
  return (
    <ul>
      {row.problems.map((problem) => (
        <li key={`${problem.field} ${problem.problem}`}>{problemIn(problem, language)}</li>
      ))}
    </ul>
  );
}
