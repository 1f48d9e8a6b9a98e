import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ItemKind, itemHistory } from "@/api/libraryQueries";
import { useTrouble } from "@/api/useTrouble";
import { useCentre } from "@/app/context";
import { useTitle } from "@/app/title";
import { Button } from "@/design/components/Button";
import button from "@/design/components/Button.module.css";
import { Empty, Notice, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { EVENTS, EventMark, Mark } from "@/design/components/Marks";
import { Ago } from "@/design/components/Time";
import { MoreTexts, useTexts } from "@/text";
import { EffectPane } from "../EffectPane";
import { LibraryFrame, type LibraryTab } from "../frame";
import { NEW_ITEM } from "../NewItem";
import { useNames } from "../names";
import { ItemLink, Writer } from "../parts";
import { SentencePane } from "../SentencePane";
import { Remarks } from "../talk";
import { TALK_TEXTS } from "../talk/texts";
import { DraftPanel } from "./DraftPanel";
import { DraftProvider, useDraft } from "./draft";
import { Form } from "./Form";
import { type Document, groupsOf, leavesOf, patched, valueAt } from "./fields";
import { History } from "./History";
import { CentreLink, InCentre, useInCentre } from "./InCentre";
import { InUse } from "./InUse";
import styles from "./item.module.css";
import { Others } from "./Others";
import { RemoveDialog } from "./RemoveDialog";
import { Sources } from "./Sources";
import { ITEM_TEXTS } from "./texts";
import { Uses } from "./Uses";
import { useEditing } from "./useEditing";
import { type Item, useItem } from "./useItem";

interface ItemPageProps {
  kind: ItemKind;
  item: string;
}

const TABS: Record<ItemKind, LibraryTab> = {
  entry: "entries",
  reference: "references",
  cause: "causes",
};

/** An entry, a publication or an explanation: what it says, what it rests on, and its change. */
export default function ItemPage({ kind, item }: ItemPageProps) {
  return (
    <LibraryFrame tab={TABS[kind]}>
      <MoreTexts part={ITEM_TEXTS}>
        <MoreTexts part={TALK_TEXTS}>
          <Loaded kind={kind} name={item} />
        </MoreTexts>
      </MoreTexts>
    </LibraryFrame>
  );
}

function Loaded({ kind, name }: { kind: ItemKind; name: string }) {
  const { query, item } = useItem(kind, name);
  const trouble = useTrouble(query);
  if (item === null) {
    if (trouble) return <ProblemNotice error={trouble} onRetry={() => void query.refetch()} />;
    return <Skeleton lines={10} height={28} />;
  }
  return (
    <DraftProvider item={item}>
      <Whole key={`${item.kind} ${item.key}`} item={item} />
    </DraftProvider>
  );
}

function Whole({ item }: { item: Item }) {
  const { t } = useTexts();
  const { may, centre } = useCentre();
  const draft = useDraft();
  const names = useNames();
  const own = draft.proposal?.changes.filter(
    (one) => one.kind === item.kind && one.item === item.key,
  );
  const changes = own ?? [];
  const isBegun = useLocation().hash === NEW_ITEM;
  const isRemoval = changes.some((one) => one.path === "");
  const [isWanted, setWanted] = useEditing({
    isBegun: isBegun && item.revision === 0,
    isChanged: changes.length > 0 && !isRemoval,
    isOpen: draft.isOpen,
  });
  const isEditing = isWanted && !isRemoval;
  const given = [...draft.given].map(([path, value]) => ({ path, value }));
  const document = patched(
    item.document,
    [...changes, ...given].filter((one) => one.path !== ""),
  );
  const fields = groupsOf(item.kind, document.modality);
  const paths = fields.flatMap((group) => group.fields.map(({ path }) => path));
  const title =
    item.kind === "entry" && document.factor
      ? names.tool(String(document.factor))
      : names.item(item.kind, item.key);
  useTitle(title, centre);
  const isNew = item.revision === 0;
  const isOfCentre = useInCentre(item).some(({ own }) => own) && !isEditing;
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <div>
          <p className={styles.kind}>
            {t(`lib-kind-${item.kind}`)} <code>{item.key}</code>
          </p>
          <h1>{title === item.key ? <code>{title}</code> : title}</h1>
          <Standing item={item} document={document} />
        </div>
        <div className={styles.acts}>
          {may("library.edit") && draft.isOpen && !isRemoval && !isNew && (
            <>
              <Button
                kind={isEditing ? "plain" : "main"}
                icon={isEditing ? "finished" : "draft"}
                onPress={() => setWanted(!isEditing)}
              >
                {t(isEditing ? "item-read" : "item-propose")}
              </Button>
              {!isEditing && <RemoveDialog item={item} />}
            </>
          )}
          {may("library.propose") && item.kind !== "reference" && !isNew && !isEditing && (
            <CentreLink item={item} className={button.button}>
              {t("item-centre")}
            </CentreLink>
          )}
        </div>
      </header>
      <Others />
      <InCentre item={item} />
      {item.kind === "entry" && !isNew && <InUse item={item} />}
      <div className={styles.columns} hidden={isOfCentre}>
        <div className={styles.main}>
          {isRemoval && (
            <Notice tone="doubt">
              <p>{t("item-removal-proposed")}</p>
              <Button icon="back" onPress={() => draft.drop("")}>
                {t("item-undo")}
              </Button>
            </Notice>
          )}
          {isNew && !isEditing ? (
            <Missing item={item} onBegin={() => setWanted(true)} />
          ) : (
            <Form item={item} document={document} isEditing={isEditing} />
          )}
          {item.kind === "entry" && draft.proposal && changes.length > 0 && may("library.edit") && (
            <EffectPane
              of={{ kind: "proposal", id: draft.proposal.id }}
              state={draft.proposal.saved_at}
              isWrong={draft.proposal.problems.length > 0}
              item={item.key}
              changes={draft.proposal.changes}
              reasonBy="there"
            />
          )}
        </div>
        <aside className={styles.side}>
          {item.kind === "entry" && isEditing && draft.proposal && changes.length > 0 && (
            <SentencePane
              of={{ kind: "proposal", id: draft.proposal.id }}
              entry={item.key}
              state={draft.proposal.saved_at}
              isWrong={draft.proposal.problems.length + draft.unsent.size + draft.refused.size > 0}
              isUnkept={draft.isSaving}
            />
          )}
          {may("library.edit") && (isEditing || changes.length > 0) && (
            <DraftPanel item={item} shown={paths} />
          )}
          <Sources item={item} document={document} />
          {item.kind === "entry" && !isNew && may("diagnosis.view") && <Uses entry={item.key} />}
        </aside>
      </div>
      {!isNew && <History item={item} />}
      {!isNew && may("library.edit") && <Remarks about={{ kind: item.kind, item: item.key }} />}
    </article>
  );
}

/** Types of event, revision, and who changed it last. */
function Standing({ item, document }: { item: Item; document: Document }) {
  const { t, label } = useTexts();
  const events = valueAt(document, "event_types");
  const shown = EVENTS.filter((one) => Array.isArray(events) && events.includes(one));
  return (
    <p className={styles.standing}>
      {shown.map((event) => (
        <EventMark key={event} finding={event} name={label(event)} />
      ))}
      {item.change && (
        <span>
          {t("lib-revision", { number: item.revision })} · <Writer of={item.change.changed_by} /> ·{" "}
          <Ago at={item.change.changed_at} />
        </span>
      )}
      {item.kind === "entry" &&
        item.revision > 0 &&
        (item.document.reviewed === true ? (
          <Mark tone="good" icon="approved" name={t("lib-reviewed")} />
        ) : (
          <span>{t("lib-unreviewed")}</span>
        ))}
      {item.revision === 0 && <span>{t("item-not-there")}</span>}
    </p>
  );
}

/** An item that the library does not have: it was removed, or nobody has proposed it yet. */
function Missing({ item, onBegin }: { item: Item; onBegin: () => void }) {
  const { t } = useTexts();
  const { api, centre, may } = useCentre();
  const draft = useDraft();
  const history = useQuery(itemHistory(api, centre, item.kind, item.key));
  const last = history.data?.find((one) => !one.removed);
  const isEditor = may("library.edit");
  const parts: ReactNode = isEditor && (
    <>
      {last && (
        <Button
          kind="main"
          onPress={() => {
            const fields = leavesOf(last.document);
            draft.saveAll(fields.filter(([path]) => !FIXED.test(path)));
            onBegin();
          }}
        >
          {t("item-bring-back")}
        </Button>
      )}
      <Button kind={last ? "plain" : "main"} onPress={onBegin}>
        {t("item-begin-new")}
      </Button>
    </>
  );
  return (
    <Empty title={t(last ? "item-removed" : "item-unknown")}>
      <p>{t(last ? "item-removed-text" : "item-unknown-text")}</p>
      {item.kind === "entry" && !isEditor && (
        <ItemLink kind="entry" item="">
          {t("lib-entries")}
        </ItemLink>
      )}
      {parts}
    </Empty>
  );
}

/** What nobody proposes: names, counts of revisions and of hits. */
const FIXED = /^(id|key|revision|experience)\b/;
