import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Api, createApi } from "@/api/client";
import type { Session } from "@/api/session";
import type { Start } from "@/start";

interface Everywhere {
  start: Start;
  session: Session;
}

const EverywhereContext = createContext<Everywhere | null>(null);
const CentreContext = createContext<{ centre: string; api: Api } | null>(null);

/** Gives all pages who is here, and their session. */
export function AppProvider({ start, session, children }: Everywhere & { children: ReactNode }) {
  const value = useMemo(() => ({ start, session }), [start, session]);
  return <EverywhereContext value={value}>{children}</EverywhereContext>;
}

/** Gives the pages below it one centre, and the platform's interface in that centre. */
export function CentreProvider({ centre, children }: { centre: string; children: ReactNode }) {
  const { session } = useApp();
  const value = useMemo(() => ({ centre, api: createApi(session, centre) }), [session, centre]);
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
