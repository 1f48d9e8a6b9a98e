import type { AdoptionInfo } from "@/generated/schema";

/** The proposal of a release that nobody has adopted or taken back. */
export const isOpen = (adoption: AdoptionInfo): boolean =>
  adoption.adopted_at === null && adoption.withdrawn_at === null;

/** The decision by which the centre works with a release, if it was one. */
export function decisionFor(
  digest: string,
  adoptions: readonly AdoptionInfo[],
): AdoptionInfo | undefined {
  const decided = adoptions.filter((one) => one.adopted_at !== null);
  const last = decided.sort((one, other) =>
    String(other.adopted_at).localeCompare(String(one.adopted_at)),
  )[0];
  return last?.digest === digest ? last : undefined;
}
