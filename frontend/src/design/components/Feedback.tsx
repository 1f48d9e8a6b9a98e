import type { ReactNode } from "react";
import { Problem } from "@/api/problems";
import { type Texts, useTexts } from "@/texts";
import { Icon, type IconName } from "../icons";
import { Button } from "./Button";

type Tone = "bad" | "doubt" | "live" | "good" | "plain";
const SIGN: Record<Tone, IconName> = {
  bad: "failed",
  doubt: "warn",
  live: "info",
  good: "finished",
  plain: "info",
};

export function Notice({
  tone = "plain",
  children,
  live,
}: {
  tone?: Tone;
  children: ReactNode;
  live?: boolean;
}) {
  return (
    <div
      className={`notice ${tone}`}
      role={live ? (tone === "bad" ? "alert" : "status") : undefined}
    >
      <Icon name={SIGN[tone]} />
      <div className="grow">{children}</div>
    </div>
  );
}

/** Statuses of a proxy or of a platform that is too busy to say more. */
const BUSY = new Set([429, 502, 503, 504]);

/** The platform's own words where it sent some; what to do in any case. */
function wordsOf(problem: Problem | null, t: Texts["t"]): string {
  if (problem === null) return t("ui-broken");
  if (problem.code === "unreachable") return t("ui-unreachable");
  if (problem.message) return problem.message;
  return BUSY.has(problem.status) ? t("ui-busy") : t("ui-no-words", { status: problem.status });
}

/** What went wrong, where, and what to do: the platform's own words, with the number of the request. */
export function ProblemNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTexts();
  const problem = error instanceof Problem ? error : null;
  return (
    <Notice tone={problem && problem.status < 500 && problem.status > 0 ? "doubt" : "bad"} live>
      <p>{wordsOf(problem, t)}</p>
      {problem && problem.mistakes.length > 0 && (
        <ul>
          {problem.mistakes.map((mistake) => (
            <li key={`${mistake.at}${mistake.message}`}>
              <code>{mistake.at}</code> {mistake.message}
            </li>
          ))}
        </ul>
      )}
      {problem?.retryAfter && <p>{t("ui-retry-after", { n: problem.retryAfter })}</p>}
      {problem?.requestId && (
        <p className="tiny quiet">{t("ui-request-id", { id: problem.requestId })}</p>
      )}
      {retry && (
        <Button small onClick={retry}>
          {t("ui-try-again")}
        </Button>
      )}
    </Notice>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** The shape of what comes: as many lines as there will be, so that nothing moves afterwards. */
export function Bones({ lines = 4, height = 20 }: { lines?: number; height?: number }) {
  const { t } = useTexts();
  return (
    <div className="stack" role="status" aria-label={t("ui-loading")}>
      {Array.from({ length: lines }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
          key={index}
          className="bone"
          style={{ height, width: `${92 - ((index * 37) % 40)}%` }}
        />
      ))}
    </div>
  );
}

interface Loaded<T> {
  data: T | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

/** What is at an address of nothing, or of another centre: the platform tells neither apart. */
export function Nothing() {
  const { t } = useTexts();
  return (
    <Empty title={t("ui-not-found-title")}>
      <p>{t("ui-not-found-text")}</p>
    </Empty>
  );
}

/** Shows a query: its shape while it loads, its refusal, or its data. */
export function Loading<T>({
  query,
  children,
  lines,
  height,
}: {
  query: Loaded<T>;
  children: (data: T) => ReactNode;
  lines?: number;
  height?: number;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error instanceof Problem && query.error.status === 404) return <Nothing />;
  if (query.error) return <ProblemNotice error={query.error} retry={() => void query.refetch()} />;
  return <Bones lines={lines} height={height} />;
}
