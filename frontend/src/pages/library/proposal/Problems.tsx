import type { ListedKind } from "@/api/libraryQueries";
import { Icon } from "@/design/icons";
import type { ProblemInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { useNames } from "../names";
import { problemIn } from "../problems";
import styles from "./proposal.module.css";

interface ProblemsProps {
  problems: readonly ProblemInfo[];
  /** The field at which they stand, which need not be named. */
  at?: string;
}

/** What is wrong, each with the field where it is. */
export function Problems({ problems, at }: ProblemsProps) {
  const { t, language } = useTexts();
  const names = useNames(problems[0]?.kind as ListedKind | undefined);
  if (problems.length === 0) return null;
  return (
    <ul className={styles.problems}>
      {problems.map((one) => {
        const problem = problemIn(one, language);
        return (
          <li key={`${one.kind} ${one.key} ${one.field} ${problem}`}>
            <Icon name="failed" size={14} />
            <span>
              {one.field === "" || one.field === at
                ? problem
                : t("proposal-problem-at", {
                    field: names.field(one.field, { kind: one.kind as ListedKind, item: one.key }),
                    problem,
                  })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
