import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { overlay } from "@/api/libraryQueries";
import { Problem } from "@/api/problems";
import { libraryEntry } from "@/api/reportQueries";
import { useTrouble } from "@/api/useTrouble";
import { useCentre } from "@/app/context";
import { useTitle } from "@/app/title";
import { Button } from "@/design/components/Button";
import { Dialog } from "@/design/components/Dialog";
import { Empty, Notice, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import layers from "@/design/components/Layers.module.css";
import { EVENTS, EventMark, Mark } from "@/design/components/Marks";
import type { OverlayInfo } from "@/generated/schema";
import { MoreTexts, useTexts } from "@/text";
import { EffectPane } from "../EffectPane";
import { Form, ownProblems } from "../item/Form";
import { groupsOf, patched, valueAt } from "../item/fields";
import { usedFields } from "../item/InCentre";
import styles from "../item/item.module.css";
import { Sources } from "../item/Sources";
import { ITEM_TEXTS } from "../item/texts";
import { Uses } from "../item/Uses";
import { type Item, useItem } from "../item/useItem";
import { NEW_ITEM } from "../NewItem";
import { useNames } from "../names";
import { ItemLink } from "../parts";
import { SentencePane } from "../SentencePane";
import { Refused } from "./acts";
import { OverlayDraftProvider, useOverlayDraft } from "./draft";
import { OverlayFrame } from "./frame";
import { documentOf, stateOf } from "./model";
import { CentreLink, Standing } from "./Standing";

interface ItemPageProps {
  kind: "entry" | "cause";
  item: string;
}

/** An item as the centre has it: what it may set is written into the draft, the rest is read. */
export default function ItemPage({ kind, item }: ItemPageProps) {
  return (
    <OverlayFrame>
      <MoreTexts part={ITEM_TEXTS}>
        {kind === "entry" ? <Entry name={item} /> : <Cause name={item} />}
      </MoreTexts>
    </OverlayFrame>
  );
}

function Entry({ name }: { name: string }) {
  const { api, centre } = useCentre();
  const standing = useQuery(overlay(api, centre));
  const digest = standing.data?.release;
  const entry = useQuery({
    ...libraryEntry(api, centre, digest ?? "", name),
    enabled: digest !== undefined,
  });
  const isMissing = entry.error instanceof Problem && entry.error.status === 404;
  const trouble = useTrouble(standing);
  const isBegun = useLocation().hash === NEW_ITEM;
  const [wasBegun] = useState(isBegun);
  if (trouble) return <ProblemNotice error={trouble} onRetry={() => void standing.refetch()} />;
  if (entry.isError && !isMissing)
    return <ProblemNotice error={entry.error} onRetry={() => void entry.refetch()} />;
  if (!standing.data || !(entry.data || isMissing)) return <Skeleton lines={10} height={28} />;
  const isKnown = standing.data.changes.some((one) => one.kind === "entry" && one.item === name);
  if (isMissing && !isKnown && !wasBegun) return <Unknown />;
  const item: Adjusted = {
    ...{ kind: "entry" as const, key: name, change: null, citedBy: [], text: "" },
    revision: entry.data ? 1 : 0,
    document: entry.data ? documentOf(entry.data) : { id: name },
  };
  return <Whole item={item} standing={standing.data} isOwn={isMissing} />;
}

/** An explanation: the words of it are a centre's to set. */
function Cause({ name }: { name: string }) {
  const { api, centre } = useCentre();
  const standing = useQuery(overlay(api, centre));
  const { query, item } = useItem("cause", name);
  const ours = useTrouble(standing);
  const theirs = useTrouble(query);
  const trouble = ours ?? theirs;
  if (trouble) return <ProblemNotice error={trouble} />;
  if (!standing.data || !item) return <Skeleton lines={10} height={28} />;
  if (item.revision === 0) return <Unknown />;
  return <Whole item={{ ...item, kind: "cause" }} standing={standing.data} isOwn={false} />;
}

function Unknown() {
  const { t } = useTexts();
  return (
    <Empty title={t("overlay-edit-unknown")}>
      <p>{t("overlay-edit-unknown-text")}</p>
      <CentreLink />
    </Empty>
  );
}

/** An item of which a centre sets fields. */
type Adjusted = Item & { kind: "entry" | "cause" };

interface WholeProps {
  item: Adjusted;
  standing: OverlayInfo;
  isOwn: boolean;
}

function Whole(props: WholeProps) {
  return (
    <OverlayDraftProvider {...props}>
      <Page {...props} />
    </OverlayDraftProvider>
  );
}

function Page({ item, standing, isOwn }: WholeProps) {
  const { t, label } = useTexts();
  const { centre, may } = useCentre();
  const names = useNames();
  const draft = useOverlayDraft();
  const unused = isOwn ? undefined : draft.changes.find(({ path }) => path === "");
  const isUnused = unused !== undefined;
  // Who only reads is shown what diagnoses go by.
  const undone = standing.undone.filter((one) => one.kind === item.kind && one.item === item.key);
  const changes = may("library.propose")
    ? draft.changes
    : usedFields(draft.changes, undone).map(({ path, used }) => ({ path, value: used }));
  const given = [...draft.given].map(([path, value]) => ({ path, value }));
  const document = patched(
    item.document,
    [...changes, ...given].filter(({ path }) => path !== ""),
  );
  const title =
    item.kind === "entry" && document.factor
      ? names.tool(String(document.factor))
      : names.item(item.kind, item.key);
  useTitle(title, centre);
  const events = valueAt(document, "event_types");
  const isEditing = may("library.propose") && !isUnused;
  const isConflict = draft.changes.some(({ conflict }) => conflict !== null);
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <div>
          <p className={styles.kind}>
            {t("overlay-edit-of")} · {t(`lib-kind-${item.kind}`)} <code>{item.key}</code>
          </p>
          <h1>{title === item.key ? <code>{title}</code> : title}</h1>
          <p className={styles.standing}>
            {EVENTS.filter((one) => Array.isArray(events) && events.includes(one)).map((event) => (
              <EventMark key={event} finding={event} name={label(event)} />
            ))}
            {isOwn && <Mark tone="ink" icon="plus" name={t("overlay-item-own")} />}
          </p>
        </div>
        {item.kind === "entry" && isEditing && (!isOwn || draft.changes.length > 0) && (
          <div className={styles.acts}>
            <Stop isOwn={isOwn} />
          </div>
        )}
      </header>
      {isUnused && (
        <Notice tone="doubt">
          <p>{t(unused.in_force ? "overlay-edit-unused" : "overlay-edit-unused-draft")}</p>
          {may("library.propose") && (
            <Button icon="back" isPending={draft.isSaving} onPress={draft.useAgain}>
              {t("overlay-use-again")}
            </Button>
          )}
        </Notice>
      )}
      <Refused error={draft.refusedWhole} />
      {isConflict && (
        <Notice tone="doubt">
          <p>
            {t("overlay-conflict-see")} <CentreLink />
          </p>
        </Notice>
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          <p className={styles.hint}>
            {item.kind === "cause"
              ? t("overlay-edit-cause")
              : t(isOwn ? "overlay-edit-own" : "overlay-edit-shared")}{" "}
            {item.kind === "entry" && !isOwn && (
              <ItemLink kind="entry" item={item.key}>
                {t("overlay-edit-propose")}
              </ItemLink>
            )}
          </p>
          <Form item={item} document={document} isEditing={isEditing} />
          {item.kind === "entry" && standing.changed && draft.changes.length > 0 && (
            <EffectPane
              of={{ kind: "overlay" }}
              state={stateOf(standing)}
              isWrong={standing.problems.length > 0}
              item={item.key}
              changes={standing.changes}
            />
          )}
        </div>
        <aside className={styles.side}>
          {item.kind === "entry" && isEditing && standing.changed && draft.changes.length > 0 && (
            <SentencePane
              of={{ kind: "overlay" }}
              entry={item.key}
              state={stateOf(standing)}
              isWrong={standing.problems.length + draft.unsent.size > 0 || draft.isRefused}
              isUnkept={draft.isSaving}
            />
          )}
          <Panel item={item} modality={document.modality} />
          <Sources
            item={item}
            document={document}
            hitsNote={
              draft.changes.some(({ touches, path }) => path !== "" && touches === "verdict")
                ? t("overlay-hits-shared")
                : undefined
            }
          />
          {item.kind === "entry" && !isOwn && may("diagnosis.view") && <Uses entry={item.key} />}
        </aside>
      </div>
    </article>
  );
}

/** Has the entry not used in this centre; one of the centre's own goes. */
function Stop({ isOwn }: { isOwn: boolean }) {
  const { t } = useTexts();
  const { centre } = useCentre();
  const navigate = useNavigate();
  const draft = useOverlayDraft();
  const [isOpen, open] = useState(false);
  const name = t(isOwn ? "overlay-remove-own" : "overlay-stop");
  return (
    <>
      <Button icon="minus" onPress={() => open(true)}>
        {name}
      </Button>
      <Dialog
        title={t(isOwn ? "overlay-remove-own-title" : "overlay-stop-title")}
        isOpen={isOpen}
        onClose={() => open(false)}
      >
        <div className={layers.form}>
          <p>{t(isOwn ? "overlay-remove-own-text" : "overlay-stop-text")}</p>
          {!isOwn && draft.changes.length > 0 && <p>{t("overlay-stop-changed")}</p>}
          <div className={layers.acts}>
            <Button
              kind={isOwn ? "danger" : "main"}
              onPress={() => {
                draft.stop();
                open(false);
                if (isOwn) void navigate({ to: "/c/$centre/library/centre", params: { centre } });
              }}
            >
              {name}
            </Button>
            <Button onPress={() => open(false)}>{t("leave")}</Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

/** What is to be known of the draft beside the form. */
function Panel({ item, modality }: { item: Adjusted; modality: unknown }) {
  const draft = useOverlayDraft();
  const fields = groupsOf(item.kind, modality).flatMap((group) => group.fields);
  const problems = ownProblems(draft.problems, item);
  const elsewhere = problems.filter(
    ({ field }) => !fields.some(({ path }) => field === path || field.startsWith(`${path}.`)),
  );
  return (
    <Standing of={{ kind: item.kind, item: item.key }} problems={problems} elsewhere={elsewhere} />
  );
}
