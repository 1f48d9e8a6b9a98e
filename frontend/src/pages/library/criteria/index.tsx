import { useQuery } from "@tanstack/react-query";
import { libraryPresets } from "@/api/libraryQueries";
import { useTrouble } from "@/api/useTrouble";
import { useCentre } from "@/app/context";
import { useTitle } from "@/app/title";
import { Button } from "@/design/components/Button";
import button from "@/design/components/Button.module.css";
import { Empty, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { Ago } from "@/design/components/Time";
import type { PresetState } from "@/generated/schema";
import { PRESETS, type Preset } from "@/pages/new/search";
import { MoreTexts, useTexts } from "@/text";
import { EffectPane } from "../EffectPane";
import { LibraryFrame } from "../frame";
import { DraftPanel } from "../item/DraftPanel";
import { DraftProvider, useDraft } from "../item/draft";
import frame from "../item/item.module.css";
import { Others } from "../item/Others";
import { ITEM_TEXTS } from "../item/texts";
import { useEditing } from "../item/useEditing";
import { CriteriaLink, ProposalMark, Writer } from "../parts";
import { Remarks } from "../talk";
import { TALK_TEXTS } from "../talk/texts";
import styles from "./criteria.module.css";
import { Head } from "./Head";
import { History } from "./History";
import { Tables } from "./Tables";
import { CRITERIA_TEXTS } from "./texts";
import { WritingProvider } from "./writing";

interface CriteriaProps {
  preset: string;
  onPreset: (preset: Preset) => void;
}

/** The criteria of events of an authority, as the shared library has them. */
export default function Criteria(props: CriteriaProps) {
  return (
    <LibraryFrame tab="criteria">
      <MoreTexts part={ITEM_TEXTS}>
        <MoreTexts part={CRITERIA_TEXTS}>
          <Loaded {...props} />
        </MoreTexts>
      </MoreTexts>
    </LibraryFrame>
  );
}

function Loaded({ preset, onPreset }: CriteriaProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const query = useQuery(libraryPresets(api, centre));
  const trouble = useTrouble(query);
  useTitle(t("criteria-title"), centre);
  if (trouble) return <ProblemNotice error={trouble} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton lines={10} height={28} />;
  const state = query.data.find((one) => one.preset.name === preset);
  const name = PRESETS.find((one) => one === preset);
  if (!state || !name) {
    return (
      <Empty title={t("criteria-unknown")}>
        <CriteriaLink preset={PRESETS[0]}>{t("criteria-in-centre")}</CriteriaLink>
      </Empty>
    );
  }
  return (
    <DraftProvider key={preset} item={{ kind: "preset", key: preset, revision: state.revision }}>
      <Page state={state} name={name} onPreset={onPreset} />
    </DraftProvider>
  );
}

interface PageProps {
  state: PresetState;
  name: Preset;
  onPreset: (preset: Preset) => void;
}

function Page({ state, name, onPreset }: PageProps) {
  const { t } = useTexts();
  const { may } = useCentre();
  const draft = useDraft();
  const { preset } = state;
  const own = draft.proposal?.changes.filter((one) => one.kind === "preset" && one.item === name);
  const changes = own ?? [];
  const [isEditing, setEditing] = useEditing({
    isBegun: false,
    isChanged: changes.length > 0,
    isOpen: draft.isOpen,
  });
  const problems = draft.problems.filter((one) => one.kind === "preset" && one.key === name);
  const changeAt = (path: string) => {
    const change = changes.find((one) => one.path === path);
    const { proposal } = draft;
    if (!change || !proposal) return undefined;
    const { value, given, by } = change;
    const mark = <ProposalMark state={proposal.state} />;
    return { value, given, by, at: proposal.saved_at, mark };
  };
  return (
    <article className={frame.page}>
      <Head
        preset={preset}
        name={name}
        onPreset={onPreset}
        kind={t("criteria-of-library")}
        lead={t("criteria-lead-library")}
      >
        <p className={styles.quiet}>
          {t("lib-revision", { number: state.revision })} · <Writer of={state.changed_by} /> ·{" "}
          <Ago at={state.changed_at} />
        </p>
        <div className={frame.acts}>
          {may("library.edit") && draft.isOpen && (
            <Button
              kind={isEditing ? "plain" : "main"}
              icon={isEditing ? "finished" : "draft"}
              onPress={() => setEditing(!isEditing)}
            >
              {t(isEditing ? "criteria-read" : "criteria-propose")}
            </Button>
          )}
          <CriteriaLink preset={name} className={button.button}>
            {t(may("library.propose") ? "criteria-adjust" : "criteria-in-centre")}
          </CriteriaLink>
        </div>
      </Head>
      <Others />
      <div className={frame.columns}>
        <div className={frame.main}>
          <WritingProvider value={{ isOpen: isEditing, isOfCentre: false, changeAt, problems }}>
            <Tables numbers={preset.numbers} />
          </WritingProvider>
          {draft.proposal && changes.length > 0 && may("library.edit") && (
            <EffectPane
              of={{ kind: "proposal", id: draft.proposal.id }}
              state={draft.proposal.saved_at}
              isWrong={draft.proposal.problems.length > 0}
              item={name}
              changes={draft.proposal.changes}
              reasonBy="there"
            />
          )}
        </div>
        <aside className={frame.side}>
          {may("library.edit") && (isEditing || changes.length > 0) && (
            <DraftPanel
              item={{ kind: "preset", key: name }}
              shown={preset.numbers.flatMap(({ path, source_path }) =>
                source_path ? [path, source_path] : [path],
              )}
            />
          )}
        </aside>
      </div>
      <History of={state} />
      {may("library.edit") && (
        <MoreTexts part={TALK_TEXTS}>
          <Remarks about={{ kind: "preset", item: name }} />
        </MoreTexts>
      )}
    </article>
  );
}
