import "./situation.css";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";
import { diagnoses, reports } from "@/api/lists";
import { regions, type SavedRegion } from "@/api/regions";
import { Bones, Empty, ProblemNotice, useNow } from "@/design";
import { useTexts } from "@/texts";
import { AttentionList } from "./AttentionList";
import { attention, distinct } from "./attention";
import { SituationMap } from "./SituationMap";

const SHOWN = 100;
const NO_REGIONS: SavedRegion[] = [];

/** The first page: where something happens, and what needs a person. */
export default function Situation() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(null);
  const found = useQuery(diagnoses({ page_size: SHOWN }));
  const saved = useQuery(regions);
  const versions = useQuery({ ...reports({ page_size: 200 }), refetchInterval: 30_000 });
  const minute = Math.floor(useNow() / 60_000);
  const items = useMemo(
    () => attention(found.data?.results ?? [], versions.data?.results ?? [], minute * 60_000),
    [found.data, versions.data, minute],
  );
  const onMap = useMemo(() => distinct(items), [items]);

  return (
    <div className="situation">
      <h1 className="visually-hidden">{t("ui-nav-situation")}</h1>
      <div className="situation-map">
        {found.data ? (
          <SituationMap
            items={onMap}
            regions={saved.data ?? NO_REGIONS}
            chosen={chosen}
            onChoose={setChosen}
            onOpen={(id) => navigate(`/diagnoses/${id}`)}
          />
        ) : (
          <span className="bone situation-bone" />
        )}
      </div>
      <section className="situation-list" aria-label={t("ui-attention")}>
        {found.error && <ProblemNotice error={found.error} retry={() => void found.refetch()} />}
        {found.isPending && (
          <div className="situation-bones">
            <Bones lines={7} height={58} />
          </div>
        )}
        {found.data?.results.length === 0 && (
          <Empty title={t("ui-situation-empty-title")}>
            <p>{t("ui-situation-empty-text")}</p>
            <Link className="button main" to="/new">
              {t("ui-nav-new")}
            </Link>
          </Empty>
        )}
        {items.length > 0 && <AttentionList items={items} chosen={chosen} onChoose={setChosen} />}
      </section>
    </div>
  );
}
