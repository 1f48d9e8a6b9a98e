import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type EffectOf, effect, measureEffect, stopEffect } from "@/api/libraryQueries";
import { useTrouble } from "@/api/useTrouble";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Notice, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import type { EffectInfo, EffectPart } from "@/generated/schema";
import { MoreTexts, useTexts } from "@/text";
import { isolated } from "@/text/isolated";
import { Cases } from "./Cases";
import styles from "./effect.module.css";
import { isRenewed, type Stage, stageOf } from "./model";
import { Brief, Changes, type Named } from "./parts";
import { Reason, type ReasonBy } from "./Reason";
import { Runs } from "./Runs";
import { OtherLanguage, SentencesProvider } from "./sentences";
import { EFFECT_TEXTS } from "./texts";
import { Work } from "./Work";

export interface EffectProps {
  of: EffectOf;
  /** What the change says now, in any form: the effect is read again when it is another. */
  state?: string | undefined;
  /** The entry or the criteria on whose page it stands: other entries wait behind their number. */
  item?: string;
  /** Whether what is proposed is wrong somewhere, so that nothing can be tried. */
  isWrong?: boolean;
  /** Whether it stands above something else that is read: all but the sums waits until it is wanted. */
  isBrief?: boolean;
  /** Whether it is of what is in review. */
  isInReview?: boolean;
  /** What is proposed, where it is at hand: it names entries that the library does not have yet. */
  changes?: readonly Named[];
  /** Who gives the reason why right results may turn wrong. */
  reasonBy?: ReasonBy;
  /** Keeps it: of the owner, while it can be written. */
  onReason?: (reason: string) => void;
}

/** What a change of the library would do to past diagnoses and to generated cases. */
export default function Effect(props: EffectProps) {
  return (
    <MoreTexts part={EFFECT_TEXTS}>
      <Pane {...props} />
    </MoreTexts>
  );
}

function Pane(props: EffectProps) {
  const { of, state, isWrong, isInReview, isBrief = false, changes = [] } = props;
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const query = useQuery(effect(api, centre, of, state));
  const trouble = useTrouble(query);
  const info = query.data;
  return (
    <SentencesProvider>
      <section id="effect" tabIndex={-1} className={styles.pane} aria-labelledby="effect-title">
        <header className={styles.head}>
          <h2 id="effect-title">{t("effect-title")}</h2>
          {info && hasSentences(info) && <OtherLanguage />}
        </header>
        {query.isError && trouble && (
          <ProblemNotice error={trouble} onRetry={() => void query.refetch()} />
        )}
        {!info && !trouble && <Skeleton lines={2} />}
        {info?.digest === "" && (
          <p className={styles.quiet}>{t(isWrong ? "effect-mend-first" : "effect-nothing")}</p>
        )}
        {info && info.digest !== "" && (
          <Brief value={isBrief}>
            <Changes value={changes}>
              {isInReview && <p className={styles.quiet}>{t("effect-in-review")}</p>}
              <Parts {...props} info={info} />
            </Changes>
          </Brief>
        )}
      </section>
    </SentencesProvider>
  );
}

const hasSentences = ({ runs: { result: runs }, cases: { result: cases } }: EffectInfo): boolean =>
  [
    ...[runs?.verdicts, runs?.fired, runs?.undecided, cases?.verdicts],
    ...(runs?.criteria ?? []).flatMap((one) => [one.classifications, one.undecided]),
    ...(cases?.criteria ?? []).map((one) => one.classifications),
  ].some((rows) => rows !== undefined && rows.length > 0);

const isMeasured = ({ runs, cases }: EffectInfo): boolean => Boolean(runs.result ?? cases.result);

const UNDER_WAY: ReadonlySet<Stage> = new Set(["waiting", "running"]);

const isUnderWay = ({ runs, cases }: EffectInfo): boolean =>
  [runs, cases].some((work) => UNDER_WAY.has(stageOf(work)) || isRenewed(work));

/** Whether an effect was asked for during this visit, and the change is another one since; until that is forgotten. */
function useOutdated(info: EffectInfo): [boolean, () => void] {
  const { digest } = info;
  const [asked, setAsked] = useState("");
  const isAsked = isMeasured(info) || isUnderWay(info);
  useEffect(() => {
    if (isAsked) setAsked(digest);
  }, [isAsked, digest]);
  return [asked !== "" && asked !== digest, () => setAsked("")];
}

interface PartsProps extends EffectProps {
  info: EffectInfo;
}

function Parts({ info, of, state, item, reasonBy = "owner", onReason }: PartsProps) {
  const { t } = useTexts();
  const { api, may } = useCentre();
  const isOwn = of.kind === "overlay" || of.kind === "adoption";
  const mayMeasure = may(isOwn ? "library.propose" : "library.edit");
  const [isOutdated, forget] = useOutdated(info);
  const measuring = useEffectAct(of, state, (parts: EffectPart[]) =>
    measureEffect(api, of, parts, true),
  );
  // Who stops it knows that it is not measured.
  const stopping = useEffectAct(
    of,
    state,
    () => stopEffect(api, of),
    (now) => isMeasured(now) || forget(),
  );
  const { runs, cases } = info;
  const open = (["runs", "cases"] as const)
    .filter((part) => stageOf(info[part]) === "unmeasured")
    .filter((part) => part === "cases" || may("diagnosis.view"));
  /** The part that is missing where the other one is there, or under way. */
  const alone =
    open.length === 1 && stageOf(info[open[0] === "runs" ? "cases" : "runs"]) !== "unmeasured"
      ? open[0]
      : undefined;
  return (
    <>
      {open.length > 0 && (
        <div className={styles.begin}>
          {isOutdated ? (
            <Notice tone="doubt" live>
              <p>{t("effect-outdated")}</p>
            </Notice>
          ) : (
            !alone && <p className={styles.quiet}>{t("effect-unmeasured")}</p>
          )}
          {mayMeasure && (
            <Button isPending={measuring.isPending} onPress={() => measuring.mutate(open)}>
              {t(isOutdated ? "effect-again" : alone ? `effect-see-${alone}` : "effect-see")}
            </Button>
          )}
        </div>
      )}
      {of.kind === "candidate" && info.unmeasured.trim() !== "" && (
        <Notice tone="doubt">
          <p>{t("effect-accepted-unmeasured")}</p>
          <p className={styles.said}>{isolated(info.unmeasured.trim())}</p>
        </Notice>
      )}
      {measuring.error && <ProblemNotice error={measuring.error} />}
      {stopping.error && <ProblemNotice error={stopping.error} />}
      <Work
        part="runs"
        work={runs}
        mayMeasure={mayMeasure}
        isPending={measuring.isPending}
        onMeasure={() => measuring.mutate(["runs"])}
      >
        {runs.result && <Runs result={runs.result} entry={item} />}
      </Work>
      <Work
        part="cases"
        work={cases}
        mayMeasure={mayMeasure}
        isPending={measuring.isPending}
        onMeasure={() => measuring.mutate(["cases"])}
      >
        {cases.result && (
          <>
            <Reason of={of} info={info} result={cases.result} by={reasonBy} onChange={onReason} />
            <Cases result={cases.result} entry={item} />
          </>
        )}
      </Work>
      {isUnderWay(info) && mayMeasure && (
        <div className={styles.begin}>
          <Button
            icon="close"
            isPending={stopping.isPending}
            onPress={() => stopping.mutate(undefined)}
          >
            {t("effect-stop")}
          </Button>
        </div>
      )}
    </>
  );
}

/** An act on the measuring: what it answers is shown. */
function useEffectAct<Given>(
  of: EffectOf,
  state: string | undefined,
  act: (given: Given) => Promise<EffectInfo>,
  onDone: (now: EffectInfo) => void = () => {},
) {
  const { api, centre } = useCentre();
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (now) => {
      client.setQueryData(effect(api, centre, of, state).queryKey, now);
      onDone(now);
    },
  });
}
