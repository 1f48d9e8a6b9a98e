import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { versionDocument } from "@/api/reportQueries";
import { useCentre } from "@/app/context";
import type { Edit, Report, Statement } from "@/generated/schema";
import { MoreTexts, type Part } from "@/text";
import { useReader, useVersion } from "../reader";
import { Values } from "./correct";
import { useKept } from "./kept";

const TEXTS: Part = {
  en: () => import("../../../../messages/correct.en.ftl?raw"),
  zh: () => import("../../../../messages/correct.zh.ftl?raw"),
};

/** What is written on a part and not yet added to the correction. */
export interface Started {
  how: "words" | "statement" | "remove";
  where: "replace" | "insert_after";
  words: string;
  statement: Statement | null;
  /** The change of the correction that it takes the place of. */
  instead: Edit | null;
}

/** A correction that is being written. */
interface Draft {
  note: string;
  edits: Edit[];
  /** By the address of the part. */
  started: Record<string, Started>;
}

const NOTHING: Draft = { note: "", edits: [], started: {} };

interface Known {
  report: Report;
  values: Values;
}

interface Correcting {
  known: Known | null;
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  /** Keeps what is begun on a part; null ends it. */
  start: (address: string, started: Started | null) => void;
}

const Context = createContext<Correcting | null>(null);

/** The correction that is being written: one for all parts of the panel. */
export function useCorrection(): Correcting {
  const value = useContext(Context);
  if (!value) throw new Error("useCorrection needs a CorrectionProvider above it");
  return value;
}

/** Gives the panel the correction that is being written, and its texts. */
export function CorrectionProvider({ children }: { children: ReactNode }) {
  return (
    <MoreTexts part={TEXTS}>
      <Owner>{children}</Owner>
    </MoreTexts>
  );
}

function Owner({ children }: { children: ReactNode }) {
  const { api, centre } = useCentre();
  const { reading } = useReader();
  const report = useQuery(versionDocument(api, centre, useVersion())).data?.document;
  const known = useMemo(
    () => (report ? { report, values: new Values(reading, report) } : null),
    [report, reading],
  );
  const [draft, keep] = useKept<Draft>("correction", NOTHING);
  const change = (changes: Partial<Draft>) => keep({ ...draft, ...changes });
  const start = (address: string, started: Started | null) => {
    const { [address]: _, ...others } = draft.started;
    change({ started: started ? { ...others, [address]: started } : others });
  };
  return <Context value={{ known, draft, change, start }}>{children}</Context>;
}

/** The document behind the reading, with its values as the reading writes them; null while it loads. */
export const useDocument = (): Known | null => useCorrection().known;
