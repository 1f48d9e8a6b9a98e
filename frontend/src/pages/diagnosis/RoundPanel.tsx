import { Link } from "react-router";
import { Icon, Mark, VerdictMark } from "@/design";
import { type Factor, hasEnded, type Round, type Run, searchIsOver } from "@/live/run";
import { useTexts, type Wording } from "@/texts";

interface Props {
  round: Round;
  run: Run;
  jobId: string;
  addresses: Map<string, string>;
}

/** A round: what was proposed, each verdict with its reason and margin, and what was decided then. */
export function RoundPanel({ round, run, jobId, addresses }: Props) {
  const { t, tool } = useTexts();
  const last = round === run.rounds.at(-1);
  const over = searchIsOver(run) && last;
  const unfinished =
    over &&
    round.decision?.action !== "stop" &&
    round.factors.some((factor) => !factor.judgement && !factor.failure);
  // A search also ends after a round that wished to go on: where nothing of the rest can be tested.
  const action = over ? "stop" : round.decision?.action;
  return (
    <section className="panel round" aria-label={t("ui-turn", { n: round.turn })}>
      <header>
        <h2>{t("ui-turn", { n: round.turn })}</h2>
        {unfinished ? (
          <span className="small quiet">{t("ui-round-unfinished")}</span>
        ) : action ? (
          <span className="small quiet">
            {t(`ui-decision-${action}`, { n: round.decision?.candidates.length ?? 0 })}
          </span>
        ) : (
          <span className="small quiet">{t("ui-round-open")}</span>
        )}
      </header>
      <ul className="factors">
        {round.factors.map((factor) => (
          <FactorRow
            key={factor.entryId}
            factor={factor}
            run={run}
            jobId={jobId}
            addresses={addresses}
          />
        ))}
      </ul>
      {round.blocked.length > 0 && (
        <details className="blocked small">
          <summary>{t("ui-blocked", { n: round.blocked.length })}</summary>
          <ul>
            {round.blocked.map((one) => (
              <li key={one.tool}>
                <span className="soft">{tool(one.tool)}</span>{" "}
                <span className="quiet">{one.reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function FactorRow({
  factor,
  run,
  jobId,
  addresses,
}: {
  factor: Factor;
  run: Run;
  jobId: string;
  addresses: Map<string, string>;
}) {
  const { t, tool, category, say } = useTexts();
  const { judgement, evidence } = factor;
  const family = category(factor.name);
  // An index has its chart drawn afterwards, for the report: it belongs to the same evidence.
  const drawn = run.figures.findLast(
    (figure) =>
      figure.artifact === factor.figures.at(-1) || figure.evidenceId === factor.evidenceId,
  );
  const address = drawn && addresses.get(drawn.artifact);
  const title = tool(factor.name);
  const over = searchIsOver(run);
  const toBeDrawn = !factor.failure && (factor.judgement ? !hasEnded(run) : !over);
  return (
    <li className={`factor ${judgement?.verdict ?? "open"}`}>
      <div className="factor-chart">
        {drawn ? (
          <Link
            to={`/diagnoses/${jobId}/evidence/${factor.evidenceId}`}
            aria-label={t("ui-open-evidence", { name: title })}
          >
            {address ? (
              <img
                src={address}
                alt={drawn.title}
                width={drawn.width}
                height={drawn.height}
                loading="lazy"
              />
            ) : (
              <span className="bone" />
            )}
          </Link>
        ) : (
          toBeDrawn && <span className="bone" />
        )}
      </div>
      <div className="factor-text">
        <div className="row">
          <h3>
            {factor.evidenceId ? (
              <Link to={`/diagnoses/${jobId}/evidence/${factor.evidenceId}`}>{title}</Link>
            ) : (
              title
            )}
          </h3>
          {family && <span className="tiny quiet">{t(`ui-category-${family}`)}</span>}
          <span className="grow" />
          {judgement ? (
            <VerdictMark verdict={judgement.verdict} />
          ) : factor.failure ? (
            <Mark tone="bad" icon="failed">
              {t("ui-step-failed")}
            </Mark>
          ) : over ? (
            <Mark tone="idle" icon="undetermined">
              {t("ui-not-tested")}
            </Mark>
          ) : (
            <Mark tone="live" icon="running">
              {t(factor.evidenceId ? "ui-judging" : "ui-computing")}
            </Mark>
          )}
        </div>
        {judgement ? (
          <p className="small soft">{say(judgement.wording as Wording | null, judgement.reason)}</p>
        ) : factor.failure ? (
          <p className="small soft">
            {say(factor.failure.wording as Wording | null, factor.failure.message)}
          </p>
        ) : (
          <p className="small quiet">{factor.proposed?.reason}</p>
        )}
        {judgement && <Margin factor={factor} unit={evidence?.index?.unit ?? ""} />}
        <Control factor={factor} />
      </div>
    </li>
  );
}

/** How far the deciding value lies beyond its threshold. */
function Margin({ factor, unit }: { factor: Factor; unit: string }) {
  const { t, measure } = useTexts();
  const judgement = factor.judgement;
  if (!judgement) return null;
  const parts: string[] = [];
  // A threshold of an anomaly is no value of the quantity: the reason says it, side by side it misleads.
  if (
    judgement.basis === "absolute" &&
    judgement.decisive_value != null &&
    judgement.threshold != null
  ) {
    parts.push(
      t("ui-value-of", {
        value: measure(judgement.decisive_value, unit),
        limit: measure(judgement.threshold, unit),
      }),
    );
  }
  if (judgement.margin != null) parts.push(t("ui-margin", { value: measure(judgement.margin) }));
  if (judgement.score != null) parts.push(t("ui-score", { value: judgement.score.toFixed(2) }));
  parts.push(t("ui-confidence", { n: Math.round(judgement.confidence * 100) }));
  return <p className="tiny quiet">{parts.join(" · ")}</p>;
}

/** Whether it counts: what is found as strongly at quiet places says nothing about this event. */
function Control({ factor }: { factor: Factor }) {
  const { t } = useTexts();
  const controls = factor.controls ?? factor.evidence?.controls;
  if (factor.judgement?.counts === false) {
    return (
      <p className="tiny doubtful">
        <Icon name="warn" width={12} height={12} /> {t("ui-does-not-count")}
      </p>
    );
  }
  if (!controls || factor.judgement?.verdict !== "confirmed") return null;
  return (
    <p className="tiny quiet">
      {t(`ui-${controls.standing}`, { n: controls.as_strong, of: controls.tests.length })}
    </p>
  );
}
