import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { ActivityState } from "@/api/activity";
import { useCentre } from "./context";

const GATHER_MS = 1000;

const Context = createContext<ActivityState | null>(null);

/** Lets what is shown of a centre be asked for again when something happens there. */
export function ActivityProvider({ children }: { children: ReactNode }) {
  const { centre, may } = useCentre();
  const queries = useQueryClient();
  const [state, setState] = useState<ActivityState | null>(null);
  const isAllowed = may("diagnosis.view");
  useEffect(() => {
    if (!isAllowed) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askAgain = () => {
      timer = undefined;
      for (const kind of ["situation", "diagnoses", "reports"]) {
        void queries.invalidateQueries({ queryKey: [centre, kind] });
      }
    };
    let end = () => {};
    let isOver = false;
    // No page's first view waits for it.
    void import("@/api/activity").then(({ followActivity }) => {
      if (isOver) return;
      end = followActivity(centre, {
        state: setState,
        // Changes that come together are asked for once.
        changed: () => {
          timer ??= setTimeout(askAgain, GATHER_MS);
        },
      });
    });
    return () => {
      isOver = true;
      end();
      clearTimeout(timer);
    };
  }, [centre, isAllowed, queries]);
  return <Context value={state}>{children}</Context>;
}

/** Whether changes of the centre are reported as they happen; null before the first answer. */
export const useActivity = (): ActivityState | null => useContext(Context);
