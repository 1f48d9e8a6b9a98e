import { useQuery } from "@tanstack/react-query";
import { overlay, presets } from "@/api/libraryQueries";
import { useTrouble } from "@/api/useTrouble";
import { useCentre } from "@/app/context";
import { useTitle } from "@/app/title";
import { Empty, Notice, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { Mark } from "@/design/components/Marks";
import type { OverlayInfo, PresetInfo } from "@/generated/schema";
import { PRESETS, type Preset } from "@/pages/new/search";
import { MoreTexts, useTexts } from "@/text";
import { Head } from "../criteria/Head";
import { Tables } from "../criteria/Tables";
import { CRITERIA_TEXTS } from "../criteria/texts";
import { WritingProvider } from "../criteria/writing";
import { EffectPane } from "../EffectPane";
import frame from "../item/item.module.css";
import { OverlayDraftProvider, useOverlayDraft } from "./draft";
import { OverlayFrame } from "./frame";
import { stateOf } from "./model";
import { CentreLink, Standing } from "./Standing";

interface CriteriaProps {
  preset: string;
  onPreset: (preset: Preset) => void;
}

/** The criteria of events of an authority, as the centre has them. */
export default function Criteria(props: CriteriaProps) {
  return (
    <OverlayFrame>
      <MoreTexts part={CRITERIA_TEXTS}>
        <Loaded {...props} />
      </MoreTexts>
    </OverlayFrame>
  );
}

function Loaded({ preset, onPreset }: CriteriaProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const standing = useQuery(overlay(api, centre));
  const criteria = useQuery(presets(api, centre));
  useTitle(t("overlay-criteria"), centre);
  const ours = useTrouble(standing);
  const theirs = useTrouble(criteria);
  const trouble = ours ?? theirs;
  if (trouble)
    return (
      <ProblemNotice
        error={trouble}
        onRetry={() => void (ours ? standing.refetch() : criteria.refetch())}
      />
    );
  if (!standing.data || !criteria.data) return <Skeleton lines={10} height={28} />;
  const shown = criteria.data.find(({ name }) => name === preset);
  const name = PRESETS.find((one) => one === preset);
  if (!shown || !name) {
    return (
      <Empty title={t("overlay-criteria-unknown")}>
        <CentreLink />
      </Empty>
    );
  }
  return (
    <OverlayDraftProvider
      key={preset}
      item={{ kind: "preset", key: preset }}
      standing={standing.data}
      isOwn={false}
    >
      <Page preset={shown} name={name} standing={standing.data} onPreset={onPreset} />
    </OverlayDraftProvider>
  );
}

interface PageProps {
  preset: PresetInfo;
  name: Preset;
  standing: OverlayInfo;
  onPreset: (preset: Preset) => void;
}

function Page({ preset, name, standing, onPreset }: PageProps) {
  const { t } = useTexts();
  const { may } = useCentre();
  const draft = useOverlayDraft();
  const problems = standing.problems.filter((one) => one.kind === "preset" && one.key === name);
  const elsewhere = problems.filter(
    ({ field }) =>
      !preset.numbers.some(({ path, source_path }) => path === field || source_path === field),
  );
  const changeAt = (path: string) => {
    const change = draft.changes.find((one) => one.path === path);
    return (
      change && {
        ...change,
        at: change.saved_at,
        mark: change.in_force ? (
          <Mark tone="good" icon="published" name={t("overlay-in-force")} />
        ) : (
          <Mark tone="ink" icon="draft" name={t("overlay-in-draft")} />
        ),
      }
    );
  };
  return (
    <article className={frame.page}>
      <Head
        preset={preset}
        name={name}
        onPreset={onPreset}
        kind={t("overlay-edit-of")}
        lead={t("overlay-criteria-lead")}
      />
      {draft.changes.some(({ conflict }) => conflict !== null) && (
        <Notice tone="doubt">
          <p>
            {t("overlay-conflict-see")} <CentreLink />
          </p>
        </Notice>
      )}
      <div className={frame.columns}>
        <div className={frame.main}>
          <WritingProvider
            value={{ isOpen: may("library.propose"), isOfCentre: true, changeAt, problems }}
          >
            <Tables numbers={preset.numbers} />
          </WritingProvider>
          {standing.changed && draft.changes.length > 0 && (
            <EffectPane
              of={{ kind: "overlay" }}
              state={stateOf(standing)}
              isWrong={standing.problems.length > 0}
              item={name}
              changes={standing.changes}
            />
          )}
        </div>
        <aside className={frame.side}>
          <Standing of={{ kind: "preset", item: name }} problems={problems} elsewhere={elsewhere} />
        </aside>
      </div>
    </article>
  );
}
