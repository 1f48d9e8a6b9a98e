import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Change } from "@/design/components/Change";
import { EventMark, Mark } from "@/design/components/Marks";
import { Ago } from "@/design/components/Time";
import type { AdjustmentInfo, OverlayInfo, ProblemInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { plain } from "../item/fields";
import { CentreLink } from "../item/InCentre";
import { type Names, type Of, useNames } from "../names";
import { TouchMark } from "../parts";
import { problemIn } from "../problems";
import { Refused, useOverlayAct } from "./acts";
import { type Group, problemsOf } from "./model";
import styles from "./overlay.module.css";

interface AdjustedProps {
  groups: readonly Group[];
  standing: OverlayInfo;
  /** The release in which it is shown, where it is not the one in use. */
  shownIn: string | undefined;
}

/** The draft, item by item: what the centre says otherwise, since when, and whether it is in use. */
export function Adjusted({ groups, standing, shownIn }: AdjustedProps) {
  const { t } = useTexts();
  if (groups.length === 0) return null;
  return (
    <section className={styles.draft} aria-labelledby="overlay-draft">
      <h2 id="overlay-draft">{t("overlay-draft")}</h2>
      {groups.map((group) => (
        <Item
          key={`${group.kind} ${group.item}`}
          group={group}
          problems={standing.problems}
          shownIn={shownIn}
        />
      ))}
    </section>
  );
}

/** What an item is called: an own entry by its factor, as soon as it has one. */
export const nameOf = (
  { kind, item, factor }: Pick<Group, "kind" | "item" | "factor">,
  names: Names,
): string => (kind === "entry" && factor ? names.tool(factor) : names.item(kind, item));

interface ItemProps {
  group: Group;
  problems: readonly ProblemInfo[];
  shownIn: string | undefined;
}

function Item({ group, problems, shownIn }: ItemProps) {
  const { t, label } = useTexts();
  const { may } = useCentre();
  const { kind, item, isOwn, isUnused, changes } = group;
  const names = useNames(kind);
  const rows = changes.map((change) => (
    <Row
      key={change.id}
      change={change}
      problems={problemsOf(change, problems)}
      shownIn={shownIn}
    />
  ));
  return (
    <article className={styles.card} data-item={item}>
      <header className={styles.line}>
        <h3>
          <CentreLink item={{ kind, key: item }}>{nameOf(group, names)}</CentreLink>
        </h3>
        {group.events.map((event) => (
          <EventMark key={event} finding={event} name={label(event)} />
        ))}
        {isOwn && <Mark tone="ink" icon="plus" name={t("overlay-item-own")} />}
        {isUnused && (
          <Mark
            tone="doubt"
            icon="minus"
            name={t(
              changes.some(({ path, in_force }) => path === "" && in_force)
                ? "overlay-item-unused"
                : "overlay-item-soon",
            )}
          />
        )}
        {may("library.propose") && (
          <span className={styles.end}>
            <CentreLink item={{ kind, key: item }}>{t("overlay-item-edit")}</CentreLink>
          </span>
        )}
      </header>
      <Problems problems={group.problems} of={group} />
      {isOwn ? (
        <details className={styles.whole} open={changes.some((one) => hasProblem(one, problems))}>
          <summary>{t("overlay-item-fields", { count: changes.length })}</summary>
          {rows}
        </details>
      ) : (
        rows
      )}
    </article>
  );
}

const hasProblem = (change: AdjustmentInfo, problems: readonly ProblemInfo[]): boolean =>
  problemsOf(change, problems).length > 0;

/** Whether diagnoses go by a value of the centre that the draft says otherwise. */
const isOtherInUse = ({ path, own, in_force, theirs, used }: AdjustmentInfo): boolean =>
  path !== "" && !own && !in_force && JSON.stringify(used) !== JSON.stringify(theirs);

interface RowProps {
  change: AdjustmentInfo;
  problems: readonly ProblemInfo[];
  shownIn: string | undefined;
}

/** One thing that the centre says otherwise. */
function Row({ change, problems, shownIn }: RowProps) {
  const { t } = useTexts();
  const { api, may } = useCentre();
  const { path, own, theirs, value, unit } = change;
  const names = useNames(change.kind);
  const undo = useOverlayAct(shownIn, () =>
    bodyOf(
      api.DELETE("/api/v1/guidelines/overlay/fields/{adjustment_id}/", {
        params: {
          path: { adjustment_id: change.id },
          query: { ...(shownIn ? { release: shownIn } : {}), seen: change.saved_at },
        },
      }),
    ),
  );
  const said = (one: unknown) => names.value(path, plain(one), unit);
  return (
    <div className={styles.row} data-path={path}>
      <div className={styles.line}>
        {path !== "" && <strong>{names.field(path, change)}</strong>}
        {path !== "" && !own && <TouchMark touches={change.touches} of={change.kind} />}
        {change.in_force ? (
          <Mark tone="good" icon="published" name={t("overlay-in-force")} />
        ) : (
          <Mark tone="ink" icon="draft" name={t("overlay-in-draft")} />
        )}
        {may("library.propose") && (
          <span className={styles.end}>
            <Button
              kind="bare"
              icon="back"
              isPending={undo.isPending}
              onPress={() => undo.mutate(undefined)}
            >
              {t("overlay-undo")}
            </Button>
          </span>
        )}
      </div>
      {path === "" ? (
        <p>{t(change.in_force ? "overlay-item-unused-text" : "overlay-item-unused-draft")}</p>
      ) : (
        <Change before={own ? null : said(theirs)} after={said(value)} />
      )}
      {isOtherInUse(change) && <p>{t("overlay-used", { value: said(change.used) })}</p>}
      <p className={styles.quiet}>
        {change.given && `${t("overlay-given", { given: change.given })} · `}
        {actorName(change.by)} · <Ago at={change.saved_at} />
      </p>
      <Problems problems={problems} at={path} of={change} />
      <Refused error={undo.error} />
    </div>
  );
}

interface ProblemsProps {
  problems: readonly ProblemInfo[];
  /** Path of the field at which they stand. */
  at?: string;
  of?: Of;
}

/** What is wrong, each with the field where it is. */
export function Problems({ problems, at, of }: ProblemsProps) {
  const { t, language } = useTexts();
  const names = useNames(of?.kind);
  if (problems.length === 0) return null;
  return (
    <ul className={styles.wrong}>
      {problems.map((one) => {
        const problem = problemIn(one, language);
        return (
          <li key={`${one.field} ${problem}`}>
            {one.field === "" || one.field === at
              ? problem
              : t("overlay-wrong", { field: names.field(one.field, of), problem })}
          </li>
        );
      })}
    </ul>
  );
}
