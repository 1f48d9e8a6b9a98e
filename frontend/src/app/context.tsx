import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Api, createApi } from "@/api/client";
import type { Session } from "@/api/session";
import type { TenantRole, Verb } from "@/generated/schema";
import type { Start } from "@/start";

interface Everywhere {
  start: Start;
  session: Session;
}

const EverywhereContext = createContext<Everywhere | null>(null);
interface Centre {
  centre: string;
  api: Api;
  /** Whether the person may do something here; the platform has the last word. */
  may: (verb: Verb) => boolean;
  /** Roles that the person can give to others: those with no right beyond their own. */
  grants: readonly TenantRole[];
}

const CentreContext = createContext<Centre | null>(null);

/** What the person may do in a centre. */
export const verbsIn = (start: Start, centre: string | null): readonly Verb[] =>
  start.centres.find((one) => one.slug === centre)?.verbs ?? [];

/** Gives all pages who is here, and their session. */
export function AppProvider({ start, session, children }: Everywhere & { children: ReactNode }) {
  const value = useMemo(() => ({ start, session }), [start, session]);
  return <EverywhereContext value={value}>{children}</EverywhereContext>;
}

/** Gives the pages below it one centre, and the platform's interface in that centre. */
export function CentreProvider({ centre, children }: { centre: string; children: ReactNode }) {
  const { session, start } = useApp();
  const value = useMemo<Centre>(() => {
    const { verbs = [], grants = [] } = start.centres.find((one) => one.slug === centre) ?? {};
    return { centre, api: createApi(session, centre), may: (verb) => verbs.includes(verb), grants };
  }, [session, start, centre]);
  return <CentreContext value={value}>{children}</CentreContext>;
}

export function useApp(): Everywhere {
  const value = useContext(EverywhereContext);
  if (!value) throw new Error("useApp needs an AppProvider above it");
  return value;
}

/** The centre of this window. Nothing that it gives belongs to another one. */
export function useCentre() {
  const value = useContext(CentreContext);
  if (!value) throw new Error("useCentre needs a CentreProvider above it");
  return value;
}
