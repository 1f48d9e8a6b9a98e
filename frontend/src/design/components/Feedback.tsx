import type { ReactNode } from "react";
import { Problem } from "@/api/problems";
import { type Texts, useTexts } from "@/text";
import { Icon, type IconName } from "../icons";
import { Button } from "./Button";
import styles from "./Feedback.module.css";

export type Tone = "plain" | "good" | "doubt" | "bad";
const ICON: Record<Tone, IconName> = {
  plain: "info",
  good: "finished",
  doubt: "warning",
  bad: "failed",
};

interface NoticeProps {
  tone?: Tone;
  /** Whether it appears while somebody works, and is read out. */
  live?: boolean;
  children: ReactNode;
}

export function Notice({ tone = "plain", live, children }: NoticeProps) {
  const role = live ? (tone === "bad" ? "alert" : "status") : undefined;
  return (
    <div className={[styles.notice, styles[tone]].join(" ")} role={role}>
      <Icon name={ICON[tone]} />
      <div className={styles.content}>{children}</div>
    </div>
  );
}

const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Refusals of which the platform's own words say no more than ours. */
const SAID: ReadonlySet<string> = new Set(["permission_denied", "not_found", "throttled"]);

/** What happened and what to do, in the reader's language; the platform's own words follow. */
function wordsOf(problem: Problem | null, t: Texts["t"]): string {
  if (problem === null) return t("problem-page");
  if (problem.code === "unreachable") return t("problem-unreachable");
  if (problem.status === 403) return t("problem-forbidden");
  if (problem.status === 404) return t("problem-missing");
  if (problem.code.endsWith("_taken")) return t("problem-taken");
  if (problem.code.startsWith("too_many_")) return t("problem-refused");
  if (problem.status === 409) return t("problem-conflict");
  if (BUSY.has(problem.status)) return t("problem-busy");
  if (problem.status >= 500) return t("problem-fault");
  return t("problem-refused");
}

/** Whether the same again can have another end: a missing right or a mistake stays. */
const helps = (problem: Problem | null): boolean =>
  problem === null ||
  problem.status === 0 ||
  problem.status >= 500 ||
  [409, 429].includes(problem.status);

/** What went wrong, where, and what to do, with the number of the request for the operator. */
export function ProblemNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTexts();
  const problem = error instanceof Problem ? error : null;
  const isOurs = problem === null || problem.status === 0 || problem.status >= 500;
  return (
    <Notice tone={isOurs ? "bad" : "doubt"} live>
      <p>{wordsOf(problem, t)}</p>
      {problem?.message && !SAID.has(problem.code) && <p lang="en">{problem.message}</p>}
      {problem && problem.mistakes.length > 0 && (
        <ul lang="en">
          {problem.mistakes.map((mistake) => (
            <li key={`${mistake.at} ${mistake.message}`}>
              <code>{mistake.at}</code> {mistake.message}
            </li>
          ))}
        </ul>
      )}
      {problem?.retryAfter && <p>{t("problem-wait", { seconds: problem.retryAfter })}</p>}
      {problem?.requestId && (
        <p className={styles.small}>{t("problem-request", { id: problem.requestId })}</p>
      )}
      {onRetry && helps(problem) && (
        <Button onPress={onRetry}>
          {problem?.status === 409 ? t("load-again") : t("try-again")}
        </Button>
      )}
    </Notice>
  );
}

interface EmptyProps {
  title: string;
  /** The level of its title: 1 where it is the whole page. */
  level?: 1 | 2;
  children: ReactNode;
}

/** A place where nothing is yet: why, and what to do. */
export function Empty({ title, level = 2, children }: EmptyProps) {
  const Title = `h${level}` as const;
  return (
    <div className={styles.empty}>
      <Title>{title}</Title>
      {children}
    </div>
  );
}

/** The shape of what comes. It does not move. */
export function Skeleton({ lines, height = 20 }: { lines: number; height?: number }) {
  const { t } = useTexts();
  return (
    <div className={styles.skeleton} role="status" aria-label={t("loading")}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a skeleton are alike
        <span key={line} style={{ height, width: `${100 - ((line * 7) % 20)}%` }} />
      ))}
    </div>
  );
}
