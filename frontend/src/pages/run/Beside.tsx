import { Icon } from "@/design/icons";
import type { RunView } from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { capitalised } from "@/text/catalogue";
import { isOver } from "./model";
import styles from "./run.module.css";

/** The causes that compete, each with the evidence on both its sides. */
export function Causes({ run, onSelect }: { run: RunView; onSelect: (factor: string) => void }) {
  const { t } = useTexts();
  const factorOf = (evidence: string) => run.factors.find((one) => one.evidence_id === evidence);
  return (
    <section className={styles.part} aria-labelledby="run-causes">
      <h2 id="run-causes">{t("run-causes")}</h2>
      {run.causes.length === 0 && (
        <p className={styles.quiet}>{t(isOver(run.status) ? "run-never" : "run-causes-none")}</p>
      )}
      <ul className={styles.causes}>
        {run.causes.map((cause) => (
          <li key={cause.id} data-standing={cause.standing ?? "open"}>
            <strong>{capitalised(cause.name)}</strong>
            {cause.standing && <em>{t(`run-standing-${cause.standing}`)}</em>}
            <span className={styles.quiet}>
              {t("run-for", { count: cause.supported_by.length })} ·{" "}
              {t("run-against-count", { count: cause.opposed_by.length })}
            </span>
            {[...cause.supported_by, ...cause.opposed_by].map((evidence) => {
              const factor = factorOf(evidence);
              return (
                factor && (
                  <button key={evidence} type="button" onClick={() => onSelect(factor.entry_id)}>
                    <Icon name={cause.opposed_by.includes(evidence) ? "minus" : "plus"} size={12} />
                    {factor.name}
                  </button>
                )
              );
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What people have ordered of this run, and what became of it. */
export function Orders({ run }: { run: RunView }) {
  const { t } = useTexts();
  if (run.orders.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="run-orders">
      <h2 id="run-orders">{t("run-orders")}</h2>
      <ul className={styles.orders}>
        {run.orders.map((order) => (
          <li key={`${order.at} ${order.action} ${order.factor}`}>
            <strong>
              {t(`run-action-${order.action}`)} {order.name}
            </strong>
            <span>{t("run-order-by", { who: actorName(order.author), reason: order.reason })}</span>
            {!order.applied && (
              <span className={styles.refused}>
                {t("run-order-refused", { message: order.message })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The charts so far, the newest first. */
export function Charts({ run, onOpen }: { run: RunView; onOpen: (name: string) => void }) {
  const { t } = useTexts();
  return (
    <section className={styles.part} aria-labelledby="run-charts">
      <h2 id="run-charts">{t("run-charts")}</h2>
      {run.charts.length === 0 && (
        <p className={styles.quiet}>{t(isOver(run.status) ? "run-never" : "run-charts-none")}</p>
      )}
      <div className={styles.charts}>
        {[...run.charts].reverse().map((chart) => (
          <button
            key={chart.name}
            type="button"
            aria-label={t("run-chart-open", { title: chart.title })}
            onClick={() => onOpen(chart.name)}
          >
            <img src={chart.url} alt="" width={chart.width} height={chart.height} loading="lazy" />
            <span>{chart.title}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
