import type { Experience } from "@/generated/schema";

/** The quantile of 95 % on both sides. */
const Z = 1.96;

export interface Rate {
  hits: number;
  of: number;
  share: number;
  /** Where the true share lies with 95 %, after Wilson (1927). */
  low: number;
  high: number;
}

/** A share of cases with its interval; null where there is no case. */
export function rateOf(hits: number, of: number): Rate | null {
  if (of === 0) return null;
  const share = hits / of;
  const middle = share + Z ** 2 / (2 * of);
  const half = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const whole = 1 + Z ** 2 / of;
  return {
    hits,
    of,
    share,
    low: Math.max(0, (middle - half) / whole),
    high: Math.min(1, (middle + half) / whole),
  };
}

/** How often an anomaly was found in cases with its event, and in those without. */
export const ratesOf = (experience: Experience | null | undefined) => ({
  found: rateOf(experience?.confirmed ?? 0, experience?.tested ?? 0),
  falsely: rateOf(experience?.confirmed_without ?? 0, experience?.tested_without ?? 0),
});

/** A share in percent, as `40 %`. */
export const percent = (share: number): string => `${Math.round(share * 100)} %`;
