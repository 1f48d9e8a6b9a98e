import { useEffect } from "react";
import { ask } from "@/api/server";
import type { Session } from "@/api/session";
import type { SessionState } from "@/generated/schema";

/**
 * Looks who is signed in whenever this window is shown again: the session may have ended, or gone on
 * in another window, or somebody else may have signed in there.
 */
export function useWhoIsHere(session: Session) {
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        const state: SessionState = await (await ask("/api/v1/session/")).json();
        session.take(state);
        if (state.person !== null && state.person !== session.person) {
          session.block({ kind: "other_person", name: state.person });
        } else if (state.signed_in && session.interruption?.kind === "signed_out") {
          session.resume();
        }
      } catch {
        // Nobody answers: the next request of the page says so where it matters.
      }
    };
    document.addEventListener("visibilitychange", look);
    window.addEventListener("focus", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("focus", look);
    };
  }, [session]);
}
