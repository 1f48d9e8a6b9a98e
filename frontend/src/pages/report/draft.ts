import { useCallback, useState } from "react";
import type { Comment, Edit } from "@/api/schema";

interface Stored {
  comments: Comment[];
  edits: Edit[];
  text: string;
  note: string;
  opened: string[];
}

const NOTHING: Stored = { comments: [], edits: [], text: "", note: "", opened: [] };

/** What a reviewer has written and opened, of one version; it outlives a reload and a lost session. */
export function useDraft(jobId: string, number: number) {
  const key = `hvrmet.review.${jobId}.${number}`;
  const [stored, setStored] = useState<Stored>(() => {
    try {
      const before: Stored = { ...NOTHING, ...JSON.parse(sessionStorage.getItem(key) ?? "{}") };
      const seen: string[] = JSON.parse(sessionStorage.getItem(`hvrmet.opened.${jobId}`) ?? "[]");
      return { ...before, opened: [...new Set([...before.opened, ...seen])] };
    } catch {
      return NOTHING;
    }
  });
  const change = useCallback(
    (next: (before: Stored) => Stored) =>
      setStored((before) => {
        const after = next(before);
        sessionStorage.setItem(key, JSON.stringify(after));
        return after;
      }),
    [key],
  );
  const comment = useCallback(
    (on: Comment["on"], id: string, text: string) =>
      change((before) => {
        const others = before.comments.filter((one) => one.on !== on || one.id !== id);
        return { ...before, comments: text ? [...others, { on, id, text }] : others };
      }),
    [change],
  );
  const edit = useCallback(
    (at: string, one: Edit | null) =>
      change((before) => {
        const others = before.edits.filter((known) => known.at !== at);
        return { ...before, edits: one ? [...others, one] : others };
      }),
    [change],
  );
  const open = useCallback(
    (id: string) =>
      change((before) =>
        before.opened.includes(id) ? before : { ...before, opened: [...before.opened, id] },
      ),
    [change],
  );
  const write = useCallback(
    (part: { text?: string; note?: string }) => change((before) => ({ ...before, ...part })),
    [change],
  );
  const clear = useCallback(
    () => change((before) => ({ ...NOTHING, opened: before.opened })),
    [change],
  );
  return { ...stored, comment, edit, open, write, clear };
}

export type Draft = ReturnType<typeof useDraft>;
