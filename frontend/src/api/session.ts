import type { SessionState } from "./schema";

type Interruption = "signed_out" | "confirm";

/**
 * What a request may have to wait for: a person who signs in again, or confirms who they are.
 *
 * The request that was refused waits here and is sent again afterwards, so that nothing that was
 * typed is lost. The shell shows the form (`app/Interruptions.tsx`).
 */
class Session {
  csrf = "";
  tenant: string | null = sessionStorage.getItem("hvrmet.tenant");
  /** Whether somebody is known to have signed in here; before that, 401 leads to the first page. */
  began = false;
  ways: string[] = [];
  waitingFor: Interruption | null = null;
  private waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = [];
  private listeners = new Set<() => void>();

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private announce() {
    for (const listener of this.listeners) listener();
  }

  /** Takes over what the platform says of the session, after sign-in or at the start. */
  take(state: SessionState) {
    this.csrf = state.csrf_token;
    this.began = this.began || state.signed_in;
  }

  chooseTenant(slug: string | null) {
    this.tenant = slug;
    if (slug) sessionStorage.setItem("hvrmet.tenant", slug);
    else sessionStorage.removeItem("hvrmet.tenant");
  }

  /** Waits until the person has done what the request needs. */
  interrupt(kind: Interruption, ways: string[] = []): Promise<void> {
    this.waitingFor = kind;
    this.ways = ways;
    this.announce();
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  private settle(act: (one: { resolve: () => void; reject: (reason: unknown) => void }) => void) {
    const waiting = this.waiting;
    this.waiting = [];
    this.waitingFor = null;
    this.announce();
    for (const one of waiting) act(one);
  }

  resume() {
    this.settle((one) => one.resolve());
  }

  giveUp(reason: unknown) {
    this.settle((one) => one.reject(reason));
  }
}

export const session = new Session();
