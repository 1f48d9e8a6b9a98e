import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";
import { artifacts } from "@/api/queries";
import type { Claim, EvidenceItem } from "@/api/schema";
import { Button, VerdictMark } from "@/design";
import { useTexts, type Wording } from "@/texts";
import { evidenceOf } from "./written";

interface Props {
  jobId: string;
  items: EvidenceItem[];
  claims: Map<string, Claim>;
  chosen: string | null;
  onChoose: (id: string | null) => void;
  opened: string[];
  onOpened: (id: string) => void;
}

/** The evidence beside the text: the chosen piece at length, the others as a list. */
export function EvidenceSide({ jobId, items, claims, chosen, onChoose, opened, onOpened }: Props) {
  const { t, tool } = useTexts();
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const claim of claims.values()) {
      const source = evidenceOf(claim);
      if (source) found.set(source, (found.get(source) ?? 0) + 1);
    }
    return found;
  }, [claims]);
  const item = items.find((one) => one.id === chosen);
  return (
    <section className="evidence-side">
      <h2 className="side-head">{t("ui-tab-evidence")}</h2>
      <ul className="evidence-list">
        {items.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              aria-pressed={one.id === chosen}
              onClick={() => onChoose(one.id === chosen ? null : one.id)}
            >
              <span className="mono tiny quiet">{one.id}</span>
              <span className="grow cut">
                {tool(one.index?.name ?? one.figure?.name ?? one.id)}
              </span>
              {!opened.includes(one.id) && <span className="unopened">{t("ui-not-opened")}</span>}
              <span className="tiny quiet">
                {t("ui-claims-count", { n: counts.get(one.id) ?? 0 })}
              </span>
            </button>
            {item?.id === one.id && (
              <Chosen
                jobId={jobId}
                item={item}
                onOpened={onOpened}
                onClose={() => onChoose(null)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Chosen({
  jobId,
  item,
  onOpened,
  onClose,
}: {
  jobId: string;
  item: EvidenceItem;
  onOpened: (id: string) => void;
  onClose: () => void;
}) {
  const { t, tool, say, measure } = useTexts();
  const files = useQuery(artifacts(jobId)).data;
  const picture = item.figure?.path ?? item.artifacts[0]?.name;
  const address = files?.find((file) => file.name === picture)?.url;
  return (
    <div className="chosen-evidence stack close">
      {item.judgement && <VerdictMark verdict={item.judgement.verdict} />}
      {item.index?.value != null && (
        <p className="value">{measure(item.index.value, item.index.unit)}</p>
      )}
      {item.judgement && (
        <p className="small soft">
          {say(item.judgement.wording as Wording | null, item.judgement.reason)}
        </p>
      )}
      {address && (
        <img src={address} alt={tool(item.figure?.name ?? item.index?.name ?? "")} loading="lazy" />
      )}
      <div className="row">
        <Link
          className="button small"
          to={`/diagnoses/${jobId}/evidence/${item.id}`}
          onClick={() => onOpened(item.id)}
        >
          {t("ui-open")}
        </Link>
        <Button small kind="bare" onClick={onClose}>
          {t("ui-close")}
        </Button>
      </div>
    </div>
  );
}
