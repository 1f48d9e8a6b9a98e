import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Region } from "@/design/components/Region";
import { Time } from "@/design/components/Time";
import { Icon } from "@/design/icons";
import type { RunFactor, RunView } from "@/generated/schema";
import { type MessageId, useTexts } from "@/text";
import { capitalised } from "@/text/catalogue";
import { place as placeText } from "@/text/places";
import {
  closedTo,
  inCategory,
  isOver,
  type Order,
  type RoundShown,
  roundsOf,
  STANDS,
} from "./model";
import styles from "./run.module.css";

const CATEGORIES = ["dynamics", "moisture", "thermodynamics"] as const;

interface RoundsProps {
  run: RunView;
  selected: string | undefined;
  hovered: string | null;
  onSelect: (factor: string | undefined) => void;
  onHover: (factor: string | null) => void;
  onOrder: (order: Order) => void;
  onChart: (name: string) => void;
}

/** The loop round by round: what was proposed, what became of it, and how it went on. */
export function Rounds(props: RoundsProps) {
  const { t } = useTexts();
  const rounds = roundsOf(props.run);
  return (
    <section className={styles.part} aria-labelledby="run-rounds">
      <h2 id="run-rounds">{t("run-rounds")}</h2>
      {rounds.length === 0 && (
        <p className={styles.quiet}>
          {t(isOver(props.run.status) ? "run-never" : "run-rounds-none")}
        </p>
      )}
      {rounds.map((round) => (
        <Round key={round.turn} round={round} {...props} />
      ))}
    </section>
  );
}

function Round({ round, ...props }: RoundsProps & { round: RoundShown }) {
  const { t, label } = useTexts();
  return (
    <div className={styles.round}>
      <h3>
        {t("run-round", { turn: round.turn })} <Time at={round.begunAt} />
      </h3>
      {CATEGORIES.map((category) => {
        const factors = inCategory(round.factors, category);
        if (factors.length === 0) return null;
        return (
          <div key={category} className={styles.category}>
            <h4>{label(category)}</h4>
            <ul>
              {factors.map((factor) => (
                <Factor key={factor.entry_id} factor={factor} {...props} />
              ))}
            </ul>
          </div>
        );
      })}
      {round.decision !== "" && <p className={styles.decision}>{decisionOf(round, t)}</p>}
    </div>
  );
}

const decisionOf = (
  { decision, reason, left }: RoundShown,
  t: ReturnType<typeof useTexts>["t"],
): string =>
  decision === "continue"
    ? t("run-decided-continue", { left: left ?? 0 })
    : t(`run-decided-${reason || "stop"}` as MessageId);

function Factor({
  factor,
  run,
  selected,
  hovered,
  onSelect,
  onHover,
  ...acts
}: RoundsProps & { factor: RunFactor }) {
  const { t } = useTexts();
  const isOpen = selected === factor.entry_id;
  const replaced = run.factors.find((one) => one.entry_id === factor.instead_of);
  return (
    <li
      className={styles.factor}
      data-stand={factor.stand}
      data-lit={hovered === factor.entry_id || undefined}
      onPointerEnter={() => onHover(factor.entry_id)}
      onPointerLeave={() => onHover(null)}
    >
      <button type="button" aria-expanded={isOpen} onClick={() => onSelect(factor.entry_id)}>
        <Icon name={STANDS[factor.stand].icon} />
        <span className={styles.name}>{factor.name}</span>
        <span className={styles.stand}>{t(`run-stand-${factor.stand}`)}</span>
        {factor.reason && <span className={styles.reason}>{capitalised(factor.reason)}</span>}
        {factor.uncounted && (
          <span className={styles.reason}>{t(`run-uncounted-${factor.uncounted}`)}</span>
        )}
        {(factor.ordered || replaced) && (
          <span className={styles.quiet}>
            {factor.ordered && t("run-ordered")}
            {replaced && t("run-instead", { name: replaced.name })}
          </span>
        )}
      </button>
      {isOpen && <More factor={factor} run={run} {...acts} />}
    </li>
  );
}

function More({
  factor,
  run,
  onOrder,
  onChart,
}: Pick<RoundsProps, "run" | "onOrder" | "onChart"> & { factor: RunFactor }) {
  const { t } = useTexts();
  const { may } = useCentre();
  const { place } = factor;
  const chart = run.charts.find(
    (one) => one.evidence_id === factor.evidence_id && factor.evidence_id !== "",
  );
  const canSteer = may("diagnosis.steer") && closedTo(run, "conclude") === null;
  return (
    <div className={styles.more}>
      <dl>
        <dt>{t("run-why")}</dt>
        <dd>{factor.why}</dd>
        {place && place.latitude !== null && place.longitude !== null && (
          <>
            <dt>{t("run-found-at")}</dt>
            <dd>
              {placeText(place.latitude, place.longitude)}
              {place.time && (
                <>
                  , <Time at={place.time} />
                </>
              )}
            </dd>
          </>
        )}
        {place && place.latitude === null && place.box && (
          <>
            <dt>{t("run-searched-in")}</dt>
            <dd>
              <Region region={place.box} />
            </dd>
          </>
        )}
      </dl>
      <div className={styles.acts}>
        {chart && (
          <Button icon="reports" onPress={() => onChart(chart.name)}>
            {chart.title}
          </Button>
        )}
        {canSteer && factor.stand !== "set_aside" && (
          <Button
            kind="bare"
            icon="minus"
            onPress={() => onOrder({ act: "veto", factor: factor.entry_id })}
          >
            {t("run-action-veto")}
          </Button>
        )}
        {canSteer && factor.stand === "set_aside" && (
          <Button
            kind="bare"
            icon="plus"
            onPress={() => onOrder({ act: "ask", factor: factor.entry_id })}
          >
            {t("run-action-pin")}
          </Button>
        )}
      </div>
    </div>
  );
}
