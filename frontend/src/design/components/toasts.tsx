import { useSyncExternalStore } from "react";
import { useTexts } from "@/texts";
import { Button } from "./Button";
import { Notice, ProblemNotice } from "./Feedback";

interface Toast {
  id: number;
  tone: "good" | "live" | "bad";
  text?: string;
  error?: unknown;
}

const SECONDS = 6;
let toasts: Toast[] = [];
let next = 1;
const listeners = new Set<() => void>();

function change(list: Toast[]) {
  toasts = list;
  for (const listener of listeners) listener();
}

const dismiss = (id: number) => change(toasts.filter((toast) => toast.id !== id));

/** Says that something was done: it goes away by itself. */
export function say(text: string, tone: "good" | "live" = "good") {
  const id = next++;
  change([...toasts, { id, tone, text }]);
  setTimeout(() => dismiss(id), SECONDS * 1000);
}

/** Says that something was refused: it stays until it is read. */
export function sayProblem(error: unknown) {
  change([...toasts.slice(-2), { id: next++, tone: "bad", error }]);
}

export function Toasts() {
  const { t } = useTexts();
  const list = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts">
      {list.map((toast) => (
        <div
          key={toast.id}
          className="row"
          style={{ flexWrap: "nowrap", alignItems: "flex-start" }}
        >
          <div className="grow">
            {toast.text ? (
              <Notice tone={toast.tone} live>
                {toast.text}
              </Notice>
            ) : (
              <ProblemNotice error={toast.error} />
            )}
          </div>
          <Button
            kind="bare"
            small
            icon="close"
            aria-label={t("ui-close")}
            onClick={() => dismiss(toast.id)}
          />
        </div>
      ))}
    </div>
  );
}
