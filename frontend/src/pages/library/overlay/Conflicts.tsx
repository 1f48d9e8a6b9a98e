import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { EventMark } from "@/design/components/Marks";
import type { FieldChoice } from "@/generated/schema";
import { useTexts } from "@/text";
import { plain } from "../item/fields";
import { useNames } from "../names";
import { ItemLink } from "../parts";
import { nameOf } from "./Adjusted";
import { Refused, useOverlayAct } from "./acts";
import { type Choice, choicesOf, type Group } from "./model";
import styles from "./overlay.module.css";

interface ConflictsProps {
  groups: readonly Group[];
  /** Digest of the release that says something else. */
  release: string;
  shownIn: string | undefined;
}

/** What the library says otherwise by now of what the centre has adjusted: whose word stands is chosen. */
export function Conflicts({ groups, release, shownIn }: ConflictsProps) {
  const { t } = useTexts();
  const choices = choicesOf(groups);
  if (choices.length === 0) return null;
  return (
    <section className={styles.draft} aria-labelledby="overlay-conflicts">
      <h2 id="overlay-conflicts">{t("overlay-conflicts", { count: choices.length })}</h2>
      <p>{t("overlay-conflicts-text")}</p>
      {choices.map((choice) => (
        <Conflict key={choice.change.id} choice={choice} release={release} shownIn={shownIn} />
      ))}
    </section>
  );
}

function Conflict({
  choice: { kind, change, group },
  release,
  shownIn,
}: Omit<ConflictsProps, "groups"> & { choice: Choice }) {
  const { t, label } = useTexts();
  const { api, may } = useCentre();
  const names = useNames(group.kind);
  const { path, unit } = change;
  const choosing = useOverlayAct(shownIn, (choose: FieldChoice) =>
    bodyOf(
      api.POST("/api/v1/guidelines/overlay/fields/{adjustment_id}/choice/", {
        params: { path: { adjustment_id: change.id } },
        body: { choose, release },
      }),
    ),
  );
  const said = (value: unknown) => names.value(path, plain(value), unit);
  const ours = group.isUnused
    ? t("overlay-item-unused")
    : kind === "changed"
      ? said(change.value)
      : group.changes
          .map(
            (one) =>
              `${names.field(one.path, one)}: ${names.value(one.path, plain(one.value), one.unit)}`,
          )
          .join("; ");
  const theirs =
    kind === "removed"
      ? t("overlay-conflict-gone")
      : kind === "added"
        ? t("overlay-conflict-there")
        : path === ""
          ? t("overlay-conflict-whole")
          : said(change.theirs);
  return (
    <article className={styles.card} data-conflict={change.id}>
      <header className={styles.line}>
        <h3>
          <ItemLink kind={group.kind} item={group.item}>
            {nameOf(group, names)}
          </ItemLink>
        </h3>
        {group.events.map((event) => (
          <EventMark key={event} finding={event} name={label(event)} />
        ))}
        {kind === "changed" && path !== "" && <strong>{names.field(path, change)}</strong>}
      </header>
      <dl className={styles.sides}>
        {kind === "changed" && path !== "" && (
          <div>
            <dt>{t("overlay-conflict-was")}</dt>
            <dd>{said(change.was)}</dd>
          </div>
        )}
        <div>
          <dt>{t("overlay-conflict-theirs")}</dt>
          <dd>{theirs}</dd>
        </div>
        <div>
          <dt>{t("overlay-conflict-mine")}</dt>
          <dd>{ours}</dd>
        </div>
      </dl>
      <Refused error={choosing.error} />
      {may("library.propose") && (
        <div className={styles.buttons}>
          {(["mine", "theirs"] as const).map((choose) => (
            <Button
              key={choose}
              isPending={choosing.isPending && choosing.variables === choose}
              isDisabled={choosing.isPending}
              onPress={() => choosing.mutate(choose)}
            >
              {t(choose === "mine" ? `overlay-keep-${kind}` : `overlay-take-${kind}`)}
            </Button>
          ))}
        </div>
      )}
    </article>
  );
}
