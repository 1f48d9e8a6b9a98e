import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { VersionKey } from "@/api/reportQueries";
import type { Claim, Reading, ReportVersionInfo, ReviewInfo } from "@/generated/schema";
import { type Chart, chartsOf, mentions, writtenClaims } from "./model";

/** What a reader has chosen: a value in the text, or a piece of evidence. */
export interface Choice {
  claim?: string;
  evidence?: string;
}

interface Reader {
  reading: Reading;
  claims: ReadonlyMap<string, Claim>;
  /** What readers see for each claim. */
  written: ReadonlyMap<string, string>;
  /** How often the text names each piece of evidence. */
  mentions: ReadonlyMap<string, number>;
  charts: readonly Chart[];
  reviews: readonly ReviewInfo[];
  choice: Choice;
  /** The source whose values are marked in the text: `evidence:e03`. A step of the run marks none. */
  lit: string | null;
  choose: (choice: Choice) => void;
  /** Marks a source while the pointer or the focus is on one of its values; null ends it. */
  point: (source: string | null) => void;
  openChart: (number: number) => void;
  openReviews: () => void;
}

const Context = createContext<Reader | null>(null);
const VersionContext = createContext<VersionKey | null>(null);

const StandContext = createContext<ReportVersionInfo | null>(null);

/** Where the version stands, and who brought it there. */
export function useStand(): ReportVersionInfo {
  const stand = useContext(StandContext);
  if (!stand) throw new Error("useStand needs a ReaderProvider above it");
  return stand;
}

/** The version that the page shows. */
export function useVersion(): VersionKey {
  const version = useContext(VersionContext);
  if (!version) throw new Error("useVersion needs a ReaderProvider above it");
  return version;
}

export function useReader(): Reader {
  const reader = useContext(Context);
  if (!reader) throw new Error("useReader needs a ReaderProvider above it");
  return reader;
}

/** Half a report rests on the classification: to mark it all would say nothing. */
const markable = (source: string | null) => (source?.includes(":") ? source : null);

type Given = Pick<
  Reader,
  "reading" | "reviews" | "choice" | "choose" | "openChart" | "openReviews"
> & { version: VersionKey; stand: ReportVersionInfo; children: ReactNode };

/** Gives the parts of the page one reading, and what of it is chosen. */
export function ReaderProvider({ children, version, stand, ...given }: Given) {
  const { reading, reviews, choice, choose, openChart, openReviews } = given;
  const [pointed, point] = useState<string | null>(null);
  const known = useMemo(
    () => ({
      claims: new Map(reading.claims.map((claim) => [claim.id, claim])),
      written: writtenClaims(reading),
      mentions: mentions(reading),
      charts: chartsOf(reading),
    }),
    [reading],
  );
  const chosen = choice.evidence
    ? `evidence:${choice.evidence}`
    : (known.claims.get(choice.claim ?? "")?.source ?? null);
  const value = {
    ...known,
    ...{ reading, reviews, choice, choose, openChart, openReviews, point },
    lit: markable(pointed) ?? markable(chosen),
  };
  return (
    <VersionContext value={version}>
      <StandContext value={stand}>
        <Context value={value}>{children}</Context>
      </StandContext>
    </VersionContext>
  );
}
