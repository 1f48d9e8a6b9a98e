import type { CauseWeight } from "@/api/schema";
import { Mark } from "@/design";
import { type Run, searchIsOver } from "@/live/run";
import { useTexts } from "@/texts";

const STANDING = {
  leading: ["good", "confirmed"],
  contributing: ["ink", "confirmed"],
  open: ["idle", "undetermined"],
  fallen: ["bad", "refuted"],
} as const;

/** Competing explanations with their standing; before the conclusion, those that factors speak for. */
export function Causes({ run }: { run: Run }) {
  const { t, cause, causeChain } = useTexts();
  const causes: CauseWeight[] = run.conclusion?.causes ?? underTest(run);
  if (causes.length === 0) return null;
  return (
    <section>
      <h2 className="side-head">{t("ui-causes")}</h2>
      <ul className="causes">
        {causes.map((one) => {
          const [tone, icon] = STANDING[one.standing];
          return (
            <li key={one.cause} className={one.standing}>
              <div className="row apart">
                <h3>{cause(one.cause)}</h3>
                <Mark tone={tone} icon={icon}>
                  {t(`ui-standing-${standingOf(one, run)}`)}
                </Mark>
              </div>
              <span className="weight" aria-hidden="true">
                <span style={{ width: `${Math.max(0, Math.min(1, one.weight)) * 100}%` }} />
              </span>
              <p className="tiny quiet">
                {t("ui-cause-for", { n: one.supported_by.length })} ·{" "}
                {t("ui-cause-against", { n: one.opposed_by.length })}
              </p>
              {one.standing === "leading" && <p className="small soft">{causeChain(one.cause)}</p>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Nothing is open any more once the search is over: it was not tested, or the evidence does not decide. */
function standingOf(one: CauseWeight, run: Run): string {
  if (one.standing !== "open" || !searchIsOver(run)) return one.standing;
  return one.supported_by.length + one.opposed_by.length > 0 ? "undecided" : "untested";
}

/** Without a conclusion: what the confirmed factors of the hypothesis were meant to tell apart. */
function underTest(run: Run): CauseWeight[] {
  const found = new Map<string, string[]>();
  for (const factor of run.rounds.flatMap((round) => round.factors)) {
    if (factor.judgement?.verdict !== "confirmed") continue;
    for (const cause of factor.proposed?.discriminates ?? []) {
      found.set(cause, [...(found.get(cause) ?? []), factor.entryId]);
    }
  }
  return [...found]
    .map(([cause, supported]) => ({
      cause,
      standing: "open" as const,
      weight: Math.min(1, supported.length / 5),
      supported_by: supported,
      opposed_by: [],
      leads_if_met: false,
    }))
    .sort((one, other) => other.supported_by.length - one.supported_by.length);
}
