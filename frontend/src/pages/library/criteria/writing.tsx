import { createContext, type ReactNode, useContext } from "react";
import type { ProblemInfo } from "@/generated/schema";

/** A number that a draft says otherwise. */
export interface NumberChange {
  value: unknown;
  /** As it was typed, where that was in another unit. */
  given: string;
  by: string;
  at: string;
  /** How far it is. */
  mark: ReactNode;
}

/** Who writes the numbers of criteria, a centre or curators of the library, and what they have written. */
export interface Writing {
  /** Whether numbers are typed; they are read otherwise. */
  isOpen: boolean;
  /** Whether it is a centre, which reads its own numbers; the shared ones are read as the library has them. */
  isOfCentre: boolean;
  changeAt: (path: string) => NumberChange | undefined;
  /** What is wrong with these criteria as they are written. */
  problems: readonly ProblemInfo[];
}

const Context = createContext<Writing | null>(null);
export const WritingProvider = Context.Provider;

export function useWriting(): Writing {
  const value = useContext(Context);
  if (!value) throw new Error("useWriting needs a WritingProvider above it");
  return value;
}
