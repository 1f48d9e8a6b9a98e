import type { SessionState } from "@/generated/schema";

/** Why requests wait: the session has ended, the act needs a confirmation, or somebody else is here. */
export type Interruption =
  | { kind: "signed_out" }
  | { kind: "confirm"; ways: readonly string[] }
  | { kind: "other_person"; name: string };

interface Waiting {
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/**
 * The session of this browser, as the pages know it.
 *
 * A request that needs a sign-in or a confirmation waits here and is sent again afterwards, so that
 * nothing that was typed is lost. `app/Interruptions.tsx` shows the forms.
 */
export class Session {
  csrf: string;
  readonly person: string;
  interruption: Interruption | null = null;
  private waiting: Waiting[] = [];
  private readonly listeners = new Set<() => void>();

  constructor(person: string, csrf: string) {
    this.person = person;
    this.csrf = csrf;
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  take(state: SessionState) {
    this.csrf = state.csrf_token;
  }

  /** Shows why nothing goes on; the promise is kept once the person has done what is needed. */
  interrupt(interruption: Interruption): Promise<void> {
    // A lost session comes first: nobody confirms anything before signing in.
    if (this.interruption?.kind !== "signed_out") this.show(interruption);
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  /** Shows why this window cannot go on as it is. */
  block(interruption: Interruption) {
    this.show(interruption);
  }

  resume() {
    this.settle((one) => one.resolve());
  }

  giveUp(reason: unknown) {
    this.settle((one) => one.reject(reason));
  }

  private settle(act: (one: Waiting) => void) {
    const waiting = this.waiting;
    this.waiting = [];
    this.show(null);
    for (const one of waiting) act(one);
  }

  private show(interruption: Interruption | null) {
    this.interruption = interruption;
    for (const listener of this.listeners) listener();
  }
}
