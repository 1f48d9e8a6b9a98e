import { useQuery } from "@tanstack/react-query";
import { reportsWaiting } from "@/api/queries";
import { useApp, useCentre } from "@/app/context";
import { Icon } from "@/design/icons";
import type { NextSteps, WaitingReport } from "@/generated/schema";
import { type Part, type Texts, useTexts } from "@/text";
import { actorName } from "@/text/actors";
import styles from "./waits.module.css";

export const WAITS_TEXTS: Part = {
  en: () => import("../../messages/waits.en.ftl?raw"),
  zh: () => import("../../messages/waits.zh.ftl?raw"),
};

/** More names than these say nothing more. */
const MOST = 6;

/** People of whom any one will do, the reader first, as a sentence names them. */
export function anyOf(labels: readonly string[], person: string, { t, language }: Texts): string {
  const me = `person:${person}`;
  const others = labels.filter((label) => label !== me).map(actorName);
  const names = labels.includes(me) ? [t("waits-you"), ...others] : others;
  const left = names.length - MOST;
  const shown = left > 1 ? [...names.slice(0, MOST), t("waits-others", { count: left })] : names;
  const tag = language === "zh" ? "zh-Hans" : "en";
  return new Intl.ListFormat(tag, { type: "disjunction" }).format(shown);
}

/** What waits for review or publication, by its diagnosis; empty until it is known. */
export function useWaiting(): ReadonlyMap<string, WaitingReport> {
  const { api, centre } = useCentre();
  const found = useQuery(reportsWaiting(api, centre)).data?.results ?? [];
  return new Map(found.map((one) => [one.diagnosis, one]));
}

/** Says of a report that waits for whom; the reader's own is marked. */
export function WaitsFor({ waiting }: { waiting: WaitingReport }) {
  const texts = useTexts();
  const { session } = useApp();
  const { next, mine } = waiting;
  if (mine === "approve" || mine === "publish") {
    return (
      <span className={styles.mine} data-mine={mine}>
        <Icon name="next" size={12} /> {texts.t(`waits-mine-${mine}`)}
      </span>
    );
  }
  return <span data-waits>{waitsFor(next, session.person, texts)}</span>;
}

/** Marks a version that the reader has not opened yet. */
export function Unopened({ opened }: { opened: boolean | null | undefined }) {
  const { t } = useTexts();
  if (opened !== false) return null;
  const words = t("waits-unopened");
  return <span className={styles.unopened} role="img" aria-label={words} title={words} />;
}

export function waitsFor(next: NextSteps, person: string, texts: Texts): string {
  if (next.publish.length === 0) return texts.t("waits-nobody");
  const named = next.awaits_approval ? next.approve : next.publish;
  return texts.t("waits-for", { people: anyOf(named, person, texts) });
}
