import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { itemHistory } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Change } from "@/design/components/Change";
import { ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { Time } from "@/design/components/Time";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { type Of, useNames } from "../names";
import { Writer } from "../parts";
import { type Past, pastOf } from "./history";
import styles from "./item.module.css";
import type { Item } from "./useItem";

/** Every state that an item had: who made it, when and why, who approved it, and what it changed. */
export function History({ item }: { item: Item }) {
  const { api, centre } = useCentre();
  const query = useQuery(itemHistory(api, centre, item.kind, item.key));
  return <States query={query} past={pastOf(query.data ?? [])} />;
}

interface StatesProps {
  /** What reads them. */
  query: Pick<UseQueryResult, "isError" | "error" | "isPending">;
  past: readonly Past[];
  /** The item, where names of fields are its own. */
  of?: Of;
}

export function States({ query, past, of }: StatesProps) {
  const { t } = useTexts();
  return (
    <section className={styles.history} aria-labelledby="item-history">
      <h2 id="item-history">{t("item-history")}</h2>
      {query.isError && <ProblemNotice error={query.error} />}
      {query.isPending && <Skeleton lines={3} />}
      <ol>
        {past.map((one) => (
          <State key={one.state.revision} past={one} of={of} />
        ))}
      </ol>
    </section>
  );
}

function State({ past: { state, steps }, of }: { past: Past; of: Of | undefined }) {
  const { t } = useTexts();
  const { centre, may } = useCentre();
  const names = useNames(of?.kind);
  return (
    <li>
      <p className={styles.standing}>
        <strong>{t("lib-revision", { number: state.revision })}</strong>
        <span>
          <Writer of={state.changed_by} />
        </span>
        <Time at={state.changed_at} />
        {state.imported_from && <span>{t("item-from-file", { file: state.imported_from })}</span>}
        {state.proposal && may("library.edit") && (
          <Link
            to="/c/$centre/library/proposals/$proposal"
            params={{ centre, proposal: state.proposal }}
          >
            {t("item-see-proposal")}
          </Link>
        )}
      </p>
      {state.reason && <p>{state.reason}</p>}
      {state.effect_reason && <p>{t("item-effect_reason", { text: state.effect_reason })}</p>}
      {state.unmeasured && <p>{t("item-unmeasured", { text: state.unmeasured })}</p>}
      {state.approved_by.length > 0 && (
        <p className={styles.hint}>
          {t("item-approved-by", { people: names.all(state.approved_by.map(actorName)) })}
        </p>
      )}
      {state.corrections.map(({ path, by, reason }) => (
        <p key={path} className={styles.hint}>
          {t("item-corrected-by", {
            person: actorName(by),
            field: names.field(path, of),
            text: reason,
          })}
        </p>
      ))}
      {state.removed && <p>{t("lib-change-removed")}</p>}
      {steps?.map((step) => (
        <Change
          key={step.path}
          name={<strong>{names.field(step.path, of)}</strong>}
          before={step.before === undefined ? null : names.value(step.path, step.before, step.unit)}
          after={step.after === undefined ? null : names.value(step.path, step.after, step.unit)}
        />
      ))}
    </li>
  );
}
