import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { VersionKey } from "@/api/reportQueries";
import { useCentre } from "@/app/context";
import type {
  Claim,
  OpenedPart,
  Reading,
  ReportVersionInfo,
  ReviewInfo,
  VersionStanding,
} from "@/generated/schema";
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
  /** Whether the reviews are open, and parts of the text can be commented on. */
  isDesk: boolean;
  /** What is commented on or corrected: the address of a sentence or caption. */
  part: string | undefined;
  openPart: (address: string | undefined) => void;
  /** Whether the person reviews, and has not opened a part of what waits for it. */
  isUnopened: (part: OpenedPart) => boolean;
}

const Context = createContext<Reader | null>(null);
const VersionContext = createContext<VersionKey | null>(null);

const StandContext = createContext<ReportVersionInfo | null>(null);
const StandingContext = createContext<VersionStanding | undefined>(undefined);

/** Where the version stands, and who brought it there. */
export function useStand(): ReportVersionInfo {
  const stand = useContext(StandContext);
  if (!stand) throw new Error("useStand needs a ReaderProvider above it");
  return stand;
}

/** What was done with the version, and what the person may do; undefined until it is known. */
export const useStanding = (): VersionStanding | undefined => useContext(StandingContext);

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
  | "reading"
  | "reviews"
  | "choice"
  | "choose"
  | "openChart"
  | "openReviews"
  | "isDesk"
  | "part"
  | "openPart"
> & {
  version: VersionKey;
  /** Where the version stood when it was read. */
  stand: ReportVersionInfo;
  standing: VersionStanding | undefined;
  children: ReactNode;
};

const NONE: readonly OpenedPart[] = [];

/** Gives the parts of the page one reading, and what of it is chosen. */
export function ReaderProvider({ children, version, stand, standing, ...given }: Given) {
  const { reading, choice } = given;
  const { may } = useCentre();
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
  const unopened = standing && may("report.review") ? standing.unopened : NONE;
  const value = {
    ...known,
    ...given,
    point,
    lit: markable(pointed) ?? markable(chosen),
    isUnopened: (part: OpenedPart) =>
      unopened.some((one) => one.on === part.on && one.id === part.id),
  };
  return (
    <VersionContext value={version}>
      <StandContext value={standing ?? stand}>
        <StandingContext value={standing}>
          <Context value={value}>{children}</Context>
        </StandingContext>
      </StandContext>
    </VersionContext>
  );
}
