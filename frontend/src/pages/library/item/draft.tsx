import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useRef, useState } from "react";
import { bodyOf } from "@/api/client";
import { proposal, proposals } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { ProblemNotice } from "@/design/components/Feedback";
import type {
  FieldInfo,
  NewField,
  ProblemInfo,
  ProposalDetail,
  ProposalInfo,
  ProposedKind,
  Touch,
} from "@/generated/schema";
import { Unsaved } from "../Unsaved";
import { AlsoProposed } from "./AlsoProposed";
import { isLost, type Saving, useSaving } from "./saving";

/** The item that a draft changes, at the revision that is shown. */
export interface DraftItem {
  kind: ProposedKind;
  key: string;
  revision: number;
}

/** A field of a draft, as the form shows it. */
export interface DraftField {
  value: unknown;
  touches: Touch;
  /** Of a limit's number, and as it was typed in another one. */
  unit: string;
  given: string;
}

/** What the form of an item needs of the draft into which it writes, whatever becomes of that. */
export interface FormDraft extends Pick<Saving, "unsent" | "markUnsent" | "isSaving" | "given"> {
  fieldAt: (path: string) => DraftField | undefined;
  /** What is wrong with the draft's items. */
  problems: readonly ProblemInfo[];
  /** Publications that the draft brings itself, by their names. */
  references: readonly string[];
  /** Whether a field can be written; the others are read. */
  isWritable: (path: string) => boolean;
  save: (path: string, value: unknown, unit?: string) => void;
  drop: (path: string) => void;
  /** Why what was typed into a field was not kept, and who else is changing it. */
  noticeOf: (path: string) => ReactNode;
}

/** The proposal into which changes of an item go, and what is on its way there. */
export interface Draft extends FormDraft, Pick<Saving, "refused"> {
  /** Null before the first change: it makes one. */
  proposal: ProposalDetail | null;
  /** Own drafts that do not change this item yet: it can be put into one of them. */
  others: readonly ProposalInfo[];
  /** What colleagues propose for this item. */
  theirs: readonly ProposalInfo[];
  /** Whether the proposal can be written in: it is a draft, or was returned. */
  isOpen: boolean;
  fieldAt: (path: string) => FieldInfo | undefined;
  choose: (proposal: string | null) => void;
  /** Keeps several fields in one go, as of an item that is to come back. */
  saveAll: (fields: readonly [string, unknown][]) => void;
  saveReason: (reason: string) => void;
}

/** What a control needs to know beside its value: it stands in forms, and in a reviewer's correction. */
export type AroundControl = Pick<FormDraft, "markUnsent" | "references">;

const ControlContext = createContext<AroundControl | null>(null);
/** Gives controls what is around them, where there is no form of a draft. */
export const AroundControlProvider = ControlContext.Provider;

/** What is around a control. */
export function useAroundControl(): AroundControl {
  const value = useContext(ControlContext);
  if (!value) throw new Error("useAroundControl needs an AroundControlProvider above it");
  return value;
}

const FormContext = createContext<FormDraft | null>(null);

/** Gives a form the draft into which it writes. */
export function FormDraftProvider({ value, children }: { value: FormDraft; children: ReactNode }) {
  return (
    <FormContext value={value}>
      <AroundControlProvider value={value}>{children}</AroundControlProvider>
    </FormContext>
  );
}

/** The draft into which the form writes. */
export function useFormDraft(): FormDraft {
  const value = useContext(FormContext);
  if (!value) throw new Error("useFormDraft needs a FormDraftProvider above it");
  return value;
}

const Context = createContext<Draft | null>(null);

/** The proposal into which the form writes. */
export function useDraft(): Draft {
  const value = useContext(Context);
  if (!value) throw new Error("useDraft needs a DraftProvider above it");
  return value;
}

const CAN_BE_WRITTEN: ReadonlySet<string> = new Set(["draft", "returned"]);
const IS_OPEN: ReadonlySet<string> = new Set(["draft", "returned", "in_review"]);

/** Gives the parts of an item's page the draft in which it is changed. */
export function DraftProvider({ item, children }: { item: DraftItem; children: ReactNode }) {
  const { api, centre, may } = useCentre();
  const client = useQueryClient();
  const isEditor = may("library.edit");
  const touching = useQuery({
    ...proposals(api, centre, { item: item.key }),
    enabled: isEditor,
  }).data?.results;
  const own = useQuery({
    ...proposals(api, centre, { mine: true, state: "draft" }),
    enabled: isEditor,
  }).data?.results;
  const open = (touching ?? []).filter((one) => IS_OPEN.has(one.state));
  const mine = open.filter((one) => one.mine);
  const [chosen, setChosen] = useState<string | null>(null);
  const usual = mine.find((one) => CAN_BE_WRITTEN.has(one.state)) ?? mine[0];
  const id = chosen ?? usual?.id ?? null;
  const last = useQuery({ ...proposal(api, centre, id ?? ""), enabled: id !== null }).data ?? null;
  const isOver = last !== null && !IS_OPEN.has(last.state);
  const held = isOver ? null : last;
  const {
    queue: queued,
    give,
    forget,
    ...saving
  } = useSaving(() => {
    void client.invalidateQueries({ queryKey: [centre, "library", "proposals"] });
    void client.invalidateQueries({ queryKey: [centre, "library", "queue"] });
  });
  // One after the other: the first change makes the proposal into which the others go.
  const target = useRef<string | null>(null);
  target.current = isOver ? null : (id ?? target.current);

  const keep = (detail: ProposalDetail) => {
    target.current = detail.id;
    client.setQueryData(proposal(api, centre, detail.id).queryKey, detail);
    setChosen(detail.id);
  };
  const queue = (
    path: string,
    act: (proposal: string | null) => Promise<ProposalDetail>,
    value?: unknown,
  ) => queued(path, async () => keep(await act(target.current)), value);
  const edit = (path: string, value: unknown, unit?: string): NewField => ({
    kind: item.kind,
    item: item.key,
    path,
    // What is in the draft already was seen at that revision.
    revision: fieldAt(path)?.revision ?? item.revision,
    value: (value ?? null) as NewField["value"],
    unit: unit ?? null,
  });
  const fieldAt = (path: string) =>
    held?.changes.find(
      (one) => one.kind === item.kind && one.item === item.key && one.path === path,
    );
  const put = (proposal_id: string, body: NewField) =>
    bodyOf(
      api.PUT("/api/v1/guidelines/proposals/{proposal_id}/fields/", {
        params: { path: { proposal_id } },
        body,
      }),
    );
  const begin = (fields: NewField[], reason = "") =>
    bodyOf(api.POST("/api/v1/guidelines/proposals/", { body: { reason, fields } }));

  const brought = held?.changes.filter((one) => one.kind === "reference" && !one.revision) ?? [];
  const fresh = [...new Set(brought.map((one) => one.item))];

  const draft: Draft = {
    proposal: held,
    others: (own ?? []).filter((one) => !mine.some(({ id: known }) => known === one.id)),
    theirs: open.filter((one) => !one.mine),
    isOpen: held === null || (held.mine && CAN_BE_WRITTEN.has(held.state)),
    ...saving,
    fieldAt,
    problems: held?.problems ?? [],
    references: fresh,
    isWritable: () => true,
    noticeOf: (path) => {
      const error = saving.refused.get(path);
      const elsewhere = open.filter((one) => one.id !== id);
      return (
        <>
          {error && <ProblemNotice error={error} />}
          <AlsoProposed item={item} path={path} proposals={elsewhere} />
        </>
      );
    },
    choose: setChosen,
    save: (path, value, unit) => {
      // A number in another unit is not what the field will say.
      if (unit === undefined) give(path, value);
      queue(
        path,
        (to) => (to ? put(to, edit(path, value, unit)) : begin([edit(path, value, unit)])),
        value,
      );
    },
    saveAll: (fields) =>
      queue("", async (to) => {
        const edits = fields.map(([path, value]) => edit(path, value));
        if (!to) return begin(edits);
        let last: ProposalDetail | null = null;
        for (const one of edits) last = await put(to, one);
        return last ?? begin([]);
      }),
    saveReason: (reason) =>
      queue("reason", (to) =>
        to
          ? bodyOf(
              api.PATCH("/api/v1/guidelines/proposals/{proposal_id}/", {
                params: { path: { proposal_id: to } },
                body: { reason, effect_reason: null },
              }),
            )
          : begin([], reason),
      ),
    drop: (path) => {
      const field = fieldAt(path);
      forget(path);
      if (!field) return;
      queue(path, async (to) => {
        await api.DELETE("/api/v1/guidelines/proposals/{proposal_id}/fields/{field_id}/", {
          params: { path: { proposal_id: to ?? "", field_id: field.id } },
        });
        return client.fetchQuery({ ...proposal(api, centre, to ?? ""), staleTime: 0 });
      });
    },
  };
  return (
    <Context value={draft}>
      <FormDraftProvider value={draft}>{children}</FormDraftProvider>
      <Unsaved isLost={isLost(saving)} />
    </Context>
  );
}
