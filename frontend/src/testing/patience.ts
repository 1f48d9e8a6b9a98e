/** How long a test waits for what must happen: a guard against a hang, never a measure. */
export const PATIENCE_MS = 60_000;
