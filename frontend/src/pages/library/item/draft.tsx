import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { bodyOf } from "@/api/client";
import { proposal, proposals } from "@/api/libraryQueries";
import { Problem } from "@/api/problems";
import { useCentre } from "@/app/context";
import type { FieldInfo, NewField, ProposalDetail, ProposalInfo } from "@/generated/schema";
import type { Item } from "./useItem";

/** The proposal into which changes of an item go, and what is on its way there. */
export interface Draft {
  /** Null before the first change: it makes one. */
  proposal: ProposalDetail | null;
  /** Own drafts that do not change this item yet: it can be put into one of them. */
  others: readonly ProposalInfo[];
  /** What colleagues propose for this item. */
  theirs: readonly ProposalInfo[];
  /** Whether the proposal can be written in: it is a draft, or was returned. */
  isOpen: boolean;
  isSaving: boolean;
  /** Fields that hold something that cannot be sent, as a number with letters in it. */
  unsent: ReadonlySet<string>;
  markUnsent: (field: string, isUnsent: boolean) => void;
  /** What was refused, by the path of its field; empty for the proposal itself. */
  refused: ReadonlyMap<string, Error>;
  /** What was given and may be on its way, by path; what was refused stays until something else is given. */
  given: ReadonlyMap<string, unknown>;
  fieldAt: (path: string) => FieldInfo | undefined;
  choose: (proposal: string | null) => void;
  save: (path: string, value: unknown, unit?: string) => void;
  /** Keeps several fields in one go, as of an item that is to come back. */
  saveAll: (fields: readonly [string, unknown][]) => void;
  saveReason: (reason: string) => void;
  drop: (path: string) => void;
}

const Context = createContext<Draft | null>(null);

export function useDraft(): Draft {
  const value = useContext(Context);
  if (!value) throw new Error("useDraft needs a DraftProvider above it");
  return value;
}

const CAN_BE_WRITTEN: ReadonlySet<string> = new Set(["draft", "returned"]);
const IS_OPEN: ReadonlySet<string> = new Set(["draft", "returned", "in_review"]);

/** What is given, without a value that has arrived: what was given since stays. */
function without(given: ReadonlyMap<string, unknown>, path: string, value: unknown) {
  if (!given.has(path) || given.get(path) !== value) return given;
  const next = new Map(given);
  next.delete(path);
  return next;
}

/** Lets the browser ask before the page is left, while something is on its way. */
function useStayWhile(isBusy: boolean) {
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isBusy]);
}

/** Gives the parts of an item's page the draft in which it is changed. */
export function DraftProvider({ item, children }: { item: Item; children: ReactNode }) {
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
  const [refused, setRefused] = useState<ReadonlyMap<string, Error>>(new Map());
  const [given, setGiven] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [waiting, setWaiting] = useState(0);
  const [unsent, setUnsent] = useState<ReadonlySet<string>>(new Set());
  const markUnsent = useCallback((field: string, isUnsent: boolean) => {
    setUnsent((before) => {
      if (before.has(field) === isUnsent) return before;
      const next = new Set(before);
      if (isUnsent) next.add(field);
      else next.delete(field);
      return next;
    });
  }, []);
  useStayWhile(waiting > 0);
  // One after the other: the first change makes the proposal into which the others go.
  const chain = useRef<Promise<string | null>>(Promise.resolve(null));
  const target = useRef<string | null>(null);
  target.current = isOver ? null : (id ?? target.current);

  const keep = (detail: ProposalDetail) => {
    target.current = detail.id;
    client.setQueryData(proposal(api, centre, detail.id).queryKey, detail);
    setChosen(detail.id);
    return detail.id;
  };
  const queue = (
    path: string,
    act: (proposal: string | null) => Promise<ProposalDetail>,
    value?: unknown,
  ) => {
    setWaiting((count) => count + 1);
    const note = (error: Error | null) =>
      setRefused((before) => {
        const next = new Map(before);
        if (error) next.set(path, error);
        else next.delete(path);
        return next;
      });
    chain.current = chain.current
      .then(() => act(target.current))
      .then(
        (detail) => {
          note(null);
          setGiven((before) => without(before, path, value));
          return keep(detail);
        },
        (error: unknown) => {
          note(error instanceof Error ? error : new Problem({ status: 0, code: "unknown" }));
          return target.current;
        },
      )
      .finally(() => {
        setWaiting((count) => count - 1);
        void client.invalidateQueries({ queryKey: [centre, "library", "proposals"] });
        void client.invalidateQueries({ queryKey: [centre, "library", "queue"] });
      });
  };
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

  const draft: Draft = {
    proposal: held,
    others: (own ?? []).filter((one) => !mine.some(({ id: known }) => known === one.id)),
    theirs: open.filter((one) => !one.mine),
    isOpen: held === null || (held.mine && CAN_BE_WRITTEN.has(held.state)),
    isSaving: waiting > 0,
    unsent,
    markUnsent,
    refused,
    given,
    fieldAt,
    choose: setChosen,
    save: (path, value, unit) => {
      // A number in another unit is not what the field will say.
      if (unit === undefined) setGiven((before) => new Map(before).set(path, value));
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
      setGiven((before) => without(before, path, before.get(path)));
      if (!field) return;
      queue(path, async (to) => {
        await api.DELETE("/api/v1/guidelines/proposals/{proposal_id}/fields/{field_id}/", {
          params: { path: { proposal_id: to ?? "", field_id: field.id } },
        });
        return client.fetchQuery({ ...proposal(api, centre, to ?? ""), staleTime: 0 });
      });
    },
  };
  return <Context value={draft}>{children}</Context>;
}
