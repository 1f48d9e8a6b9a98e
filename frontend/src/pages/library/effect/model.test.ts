import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type {
  CaseVerdict,
  EffectOnCases,
  EffectOnRuns,
  RunLabel,
  RunVerdict,
  ShortConclusion,
  Verdict,
  WordedAssessment,
  WordedVerdict,
} from "@/generated/schema";
import type { Texts } from "@/text";
import { Catalogue } from "@/text/catalogue";
import {
  CHANGES,
  changeOf,
  ENDS,
  type EndChange,
  endOf,
  entriesInCases,
  entriesInRuns,
  eventChangeOf,
  isReorderedFrom,
  judgedIn,
  LEVELS,
  reasonsOf,
  stageOf,
  sumOf,
  turnedIn,
  typeChangeOf,
} from "./model";
import { casesSentences, runsSentences } from "./sentence";

const VERDICTS: readonly Verdict[] = ["confirmed", "refuted", "undetermined"];
const worded = (verdict: Verdict, counts: boolean | null = null): WordedVerdict => ({
  ...{ verdict, counts },
  texts: { en: `it is ${verdict}`, zh: `判定为${verdict}` },
});
const end = (changes: Partial<ShortConclusion> = {}): ShortConclusion => ({
  ...{ status: "confirmed", causes: ["trough"], factors: ["a", "b"], confidence_level: "high" },
  ...changes,
});
const run = (job: string): RunLabel => ({
  ...{ job, source: "s", event: "gale", at: "2026-07-05T06:00:00Z" },
  ...{ region: [100, 20, 120, 40], period: null },
});
const verdict = (
  job: string,
  before: WordedVerdict | null,
  after: WordedVerdict | null,
  entry_id = "g",
): RunVerdict => ({ run: run(job), entry_id, basis: "evidence", before, after });
const onRuns = (given: Partial<EffectOnRuns>): EffectOnRuns => ({
  ...{ digest: "d", runs: 12, of: 12, rates: [], verdicts: [], fired: [] },
  ...{ conclusions: [], undecided: [], criteria: [], measured: null, ...given },
});
const onCases = (given: Partial<EffectOnCases>): EffectOnCases => ({
  ...{ digest: "d", cases: 6, rates: [], verdicts: [], conclusions: [], criteria: [] },
  ...{ measured: null, ...given },
});
const inCase = (
  name: string,
  before: WordedVerdict | null,
  after: WordedVerdict | null,
  { turned_wrong = false, turned_right = false } = {},
): CaseVerdict => ({
  ...{ case: name, event: "gale", with_event: name === "gale", entry_id: "g" },
  ...{ before, after, turned_wrong, turned_right },
});

const textsOf = (language: "en" | "zh") => {
  const catalogue = new Catalogue(
    language,
    readFileSync(`messages/effect.${language}.ftl`, "utf8"),
  );
  return { language, t: (id, given) => catalogue.text(id, given) } as Texts;
};

describe("how far a part is", () => {
  it("follows its job, and what another centre had measured is there", () => {
    const stages = (
      [null, "queued", "running", "finished", "failed", "cancelled", "parked"] as const
    ).map((status) => stageOf({ status, result: null }));
    expect(stages).toEqual([
      ...["unmeasured", "waiting", "running", "failed", "failed", "unmeasured", "waiting"],
    ]);
    expect(stageOf({ status: null, result: onCases({}) })).toBe("measured");
    expect(stageOf({ status: "finished", result: onRuns({}) })).toBe("measured");
  });
});

describe("a verdict that changes", () => {
  it("is of one kind, whatever it was and is", () => {
    const kinds = VERDICTS.map((was) =>
      VERDICTS.map((is) => changeOf(both(worded(was), worded(is)))),
    );
    expect(kinds).toEqual([
      ["counts", "lost", "open"],
      ["won", "counts", "open"],
      ["won", "decided", "counts"],
    ]);
    for (const one of VERDICTS) {
      expect(changeOf(both(null, worded(one)))).toBe("begun");
      expect(changeOf(both(worded(one), null))).toBe("dropped");
    }
    expect(changeOf(both(worded("confirmed", true), worded("confirmed", false)))).toBe("counts");
  });
});

describe("a type of event that is classified otherwise", () => {
  const assessed = (firing: WordedAssessment["firing"], grade: number): WordedAssessment => ({
    ...{ firing, grade, grade_names: {}, severity: grade, subtype: null, labels: [], texts: {} },
    ...{ onset: null, end: null, peak: null, peak_time: null, unit: "" },
  });
  it("is of one kind: met or no longer, of another grade, otherwise met, or never", () => {
    const SIDES = [
      ...[assessed("fired", 1), assessed("fired", 2), assessed("not_fired", 0)],
      ...[assessed("likely_at_stations", 0), assessed("not_assessable", 0)],
    ];
    const [moved, graded, gone, come, open] = ["moved", "graded", "gone", "come", "open"];
    expect(SIDES.map((was) => SIDES.map((is) => typeChangeOf(both(was, is))))).toEqual([
      [moved, graded, gone, gone, gone],
      [graded, moved, gone, gone, gone],
      ...[2, 3, 4].map(() => [come, come, open, open, open]),
    ]);
  });

  it("changes the event that comes first, or not", () => {
    expect(eventChangeOf(both("gale", "gale"))).toBeUndefined();
    expect(eventChangeOf(both("gale", null))).toBe("none");
    expect(eventChangeOf(both(null, "gale"))).toBe("first");
    expect(eventChangeOf(both("gale", "rainstorm"))).toBe("other");
  });
});

const both = <Side>(before: Side, after: Side) => ({ before, after });

const KINDS = [...ENDS, "order"] as const;
/** Every conclusion of two causes and two factors, in every order. */
const ORDERS = [[], ["a"], ["b"], ["a", "b"], ["b", "a"]];
const ALL: ShortConclusion[] = (["confirmed", "partly", "not_testable", "none"] as const).flatMap(
  (status) =>
    ORDERS.flatMap((causes) =>
      ORDERS.flatMap((factors) =>
        ["high", "low", ""].map((confidence_level) => ({
          ...{ status, causes, factors, confidence_level },
        })),
      ),
    ),
);
const isCaused = ({ status }: ShortConclusion) => ["confirmed", "partly"].includes(status);
const sorted = (names: readonly string[]) => String([...names].sort());
const levelOf = ({ confidence_level }: ShortConclusion) =>
  ([...LEVELS, ""] as string[]).indexOf(confidence_level);
/** When the words for a kind are true, in the order in which they are tried. */
const IS_TRUE: Record<EndChange, (was: ShortConclusion, is: ShortConclusion) => boolean> = {
  unexplained: (was, is) => isCaused(was) && !isCaused(is),
  explained: (was, is) => !isCaused(was) && isCaused(is),
  cause: (was, is) => isCaused(was) && isCaused(is) && was.causes[0] !== is.causes[0],
  partly: (was, is) => was.status === "confirmed" && is.status === "partly",
  fully: (was, is) => was.status === "partly" && is.status === "confirmed",
  status: (was, is) => !isCaused(was) && !isCaused(is) && was.status !== is.status,
  support: (was, is) => sorted(was.factors) !== sorted(is.factors),
  unsure: (was, is) => levelOf(is) > levelOf(was),
  surer: (was, is) => levelOf(is) < levelOf(was),
  causes: (was, is) => sorted(was.causes) !== sorted(is.causes),
  order: () => true,
};

describe("a conclusion that changes", () => {
  it("says first whether there still is a cause, then which, and last what it rests on", () => {
    expect(endOf(both(end(), end({ status: "none", causes: [] })))).toBe("unexplained");
    expect(endOf(both(end({ status: "not_testable" }), end()))).toBe("explained");
    expect(endOf(both(end(), end({ causes: ["ridge", "trough"] })))).toBe("cause");
    expect(endOf(both(end(), end({ status: "partly" })))).toBe("partly");
    expect(endOf(both(end({ status: "partly" }), end()))).toBe("fully");
    expect(endOf(both(end(), end({ factors: ["a"] })))).toBe("support");
    expect(endOf(both(end(), end({ confidence_level: "moderate" })))).toBe("unsure");
    expect(endOf(both(end({ confidence_level: "" }), end()))).toBe("surer");
    expect(endOf(both(end(), end({ causes: ["trough", "ridge"] })))).toBe("causes");
    expect(endOf(both(end(), end({ factors: ["b", "a"] })))).toBe("order");
    expect(endOf(both(end({ status: "none" }), end({ status: "not_testable" })))).toBe("status");
  });

  it("is of a kind that is true of it, and of no kind before that", () => {
    const reached = new Set<string>();
    for (const before of ALL)
      for (const after of ALL) {
        const kind = endOf(both(before, after));
        reached.add(kind);
        const fitting = KINDS.filter((one) => IS_TRUE[one](before, after));
        if (kind !== fitting[0]) expect({ before, after, kind }).toEqual(fitting[0]);
      }
    expect([...reached].sort()).toEqual([...KINDS].sort());
  });

  it("is not named on top where only an order differs", () => {
    const ends = [
      both(end(), end({ factors: ["b", "a"] })),
      both(end(), end({ causes: [] })),
      both(end({ causes: ["x", "y", "z"] }), end({ causes: ["x", "z", "y"] })),
    ];
    expect(sumOf([], ends).ends).toEqual([{ kind: "cause", count: 1 }]);
  });

  it("is only in another order where nothing else differs", () => {
    expect(isReorderedFrom(end(), end({ factors: ["b", "a"] }))).toBe(true);
    expect(isReorderedFrom(end(), end())).toBe(false);
    expect(isReorderedFrom(end(), end({ factors: ["b"] }))).toBe(false);
    expect(isReorderedFrom(end(), end({ factors: ["b", "a"], status: "partly" }))).toBe(false);
  });
});

describe("the sentence on top", () => {
  const lost = both(worded("confirmed"), worded("refuted"));
  const won = both(worded("refuted"), worded("confirmed"));
  const result = onRuns({
    verdicts: [
      verdict("1", lost.before, lost.after),
      verdict("2", lost.before, lost.after),
      verdict("3", won.before, won.after),
    ],
    conclusions: [{ run: run("1"), ...both(end(), end({ status: "none", causes: [] })) }],
  });

  it("names in how many diagnoses something changes, and what", () => {
    expect(runsSentences(result, textsOf("en"))).toEqual([
      "In 3 of your 12 diagnoses a verdict changes: 2 no longer confirmed and 1 newly confirmed.",
      "How they end: 1 no longer explained.",
    ]);
    expect(runsSentences(result, textsOf("zh"))).toEqual([
      "本中心的12个诊断中，有3个的判定改变：2个不再证实，1个新证实。",
      "诊断结论：1个不再有成因解释。",
    ]);
  });

  it("counts a diagnosis once in which two entries change", () => {
    const twice = onRuns({
      verdicts: [
        verdict("1", lost.before, lost.after),
        verdict("1", won.before, won.after, "other"),
      ],
    });
    expect(runsSentences(twice, textsOf("en"))[0]).toContain("In 1 of your 12 diagnoses");
  });

  it("says when nothing changes, or nothing can be said", () => {
    expect(runsSentences(onRuns({}), textsOf("en"))).toEqual([
      "In none of your 12 diagnoses does a verdict change.",
    ]);
    expect(runsSentences(onRuns({ runs: 0, of: 0 }), textsOf("en"))[0]).toContain("No diagnosis");
  });

  it("speaks of generated cases alike", () => {
    const cases = onCases({
      verdicts: [inCase("gale", lost.before, lost.after, { turned_wrong: true })],
    });
    expect(casesSentences(cases, textsOf("en"))).toEqual([
      "On 1 of the 6 generated cases a verdict changes: 1 no longer confirmed.",
    ]);
    expect(casesSentences(onCases({}), textsOf("en"))[0]).toContain("no verdict changes");
  });

  it.each(["en", "zh"] as const)("has words for every kind of change in %s", (language) => {
    const { t } = textsOf(language);
    for (const kind of CHANGES) expect(t(`effect-change-${kind}`, { count: 2 })).toContain("2");
    const ends = ENDS.map((kind) => t(`effect-end-${kind}`, { count: 2 }));
    expect(new Set(ends).size).toBe(ENDS.length);
    for (const said of ends) expect(said).toContain("2");
  });
});

describe("what is said of each entry", () => {
  it("begins with the one on whose page it stands, and tells what changes from what only fires", () => {
    const fires = worded("confirmed");
    const changed = verdict("1", fires, worded("refuted"), "b");
    const same = verdict("2", fires, fires, "b");
    const result = onRuns({
      verdicts: [verdict("1", fires, null, "a"), changed],
      fired: [changed, same],
      undecided: [{ run: run("3"), entry_id: "b", texts: { en: "no data", zh: "无资料" } }],
    });
    const [first, second] = entriesInRuns(result, "b");
    expect(first).toMatchObject({ entry: "b", verdicts: [changed], fired: [same] });
    expect(first?.undecided).toHaveLength(1);
    expect(second).toMatchObject({ entry: "a", fired: [], undecided: [] });
    expect(entriesInRuns(result).map(({ entry }) => entry)).toEqual(["a", "b"]);
  });

  it("has first what turns wrong, then what turns right", () => {
    const rows = [
      inCase("gale", worded("refuted"), worded("confirmed")),
      inCase("snowstorm", worded("refuted"), worded("confirmed"), { turned_right: true }),
      inCase("quiet", worded("refuted"), worded("confirmed"), { turned_wrong: true }),
    ];
    const [entry] = entriesInCases(onCases({ verdicts: rows }));
    expect(entry?.verdicts.map((one) => one.case)).toEqual(["quiet", "snowstorm", "gale"]);
    const turned = { turned_wrong: true, turned_right: false };
    const conclusions = [
      { case: "gale", event: "gale" as const, ...turned, ...both(end(), end()) },
    ];
    expect(turnedIn(onCases({ verdicts: rows, conclusions }))).toEqual({ wrong: 2, right: 1 });
  });

  it("is of as many diagnoses as judge it, though it is new or removed", () => {
    const none = { confirmed: 0, refuted: 0, undetermined: 0, not_counted: 0 };
    const some = { confirmed: 2, refuted: 1, undetermined: 4, not_counted: 1 };
    const rates = { entry_id: "g", touched: 0 };
    expect(judgedIn({ ...rates, ...both(some, some) })).toBe(7);
    expect(judgedIn({ ...rates, ...both(none, some) })).toBe(7);
    expect(judgedIn({ ...rates, ...both(some, none) })).toBe(7);
  });

  it("groups what could not be decided by its reason, the commonest first", () => {
    const texts = (en: string) => ({ en, zh: `因${en}` });
    const undecided = [
      { run: run("1"), entry_id: "a", texts: texts("gone") },
      { run: run("2"), entry_id: "a", texts: texts("old") },
      { run: run("3"), entry_id: "a", texts: texts("old") },
      { run: run("3"), entry_id: "b", texts: texts("old") },
    ];
    expect(reasonsOf(undecided, "en")).toEqual([
      { text: "old", count: 2 },
      { text: "gone", count: 1 },
    ]);
    expect(reasonsOf(undecided, "zh")[0]?.text).toBe("因old");
  });
});
