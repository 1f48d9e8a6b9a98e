const NAME = "hvrmet_draft";

interface Kept {
  draft: string;
  key: string;
}

/** A key that no other request has; `randomUUID` lacks where the page comes without TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

function kept(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? "null");
  } catch {
    return null;
  }
}

/**
 * The idempotency key of a draft: the same as long as what is sent stays the same, in this window and
 * after a reload. A second press, or an answer that was lost, makes no second job.
 */
export function keyOf(centre: string, body: unknown): string {
  const draft = JSON.stringify([centre, body]);
  const known = kept();
  if (known?.draft === draft) return known.key;
  const key = newKey();
  sessionStorage.setItem(NAME, JSON.stringify({ draft, key } satisfies Kept));
  return key;
}

/** Once it is sent, the same again is a new request. */
export const forgetKey = () => sessionStorage.removeItem(NAME);
