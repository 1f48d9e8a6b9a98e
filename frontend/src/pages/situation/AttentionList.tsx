import { useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { useKeys } from "@/app/keys";
import { Ago, Button, classified, DiagnosisMark, Icon, StatusMark, VersionMark } from "@/design";
import { explained } from "@/live/explained";
import { boxText } from "@/map/boxes";
import { useTexts } from "@/texts";
import { type Group, type Item, steady } from "./attention";

interface Props {
  items: Item[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
}

/** The list by urgency; it stands still while somebody points at it or walks in it. */
export function AttentionList({ items, chosen, onChoose }: Props) {
  const { t } = useTexts();
  const [frozen, setFrozen] = useState<string[] | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const { shown, waiting } = steady(items, frozen);
  const freeze = () => setFrozen((order) => order ?? items.map((item) => item.job.id));
  const thaw = () => {
    if (!list.current?.contains(document.activeElement)) setFrozen(null);
  };
  const keys = useMemo(() => {
    const walk = (step: number) => () => {
      const links = [...(list.current?.querySelectorAll<HTMLElement>("a.item") ?? [])];
      const at = links.indexOf(document.activeElement as HTMLElement);
      links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
    };
    return { j: walk(1), k: walk(-1) };
  }, []);
  useKeys(keys);

  let group: Group | null = null;
  return (
    <>
      <div className="list-head">
        <h2>{t("ui-attention")}</h2>
        {waiting > 0 ? (
          <Button small kind="bare" onClick={() => setFrozen(items.map((item) => item.job.id))}>
            {t("ui-list-waiting", { n: waiting })}
          </Button>
        ) : (
          <span className="quiet tiny">{t("ui-list-count", { n: items.length })}</span>
        )}
      </div>
      <ol
        ref={list}
        className="items scroll"
        onPointerEnter={freeze}
        onPointerLeave={thaw}
        onFocus={freeze}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setFrozen(null);
        }}
      >
        {shown.map((item) => {
          const heading = item.group === group ? null : item.group;
          group = item.group;
          return (
            <li key={item.job.id}>
              {heading && <h3 className={`group ${heading}`}>{t(`ui-group-${heading}`)}</h3>}
              <Row item={item} chosen={chosen === item.job.id} onChoose={onChoose} />
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Row({
  item,
  chosen,
  onChoose,
}: {
  item: Item;
  chosen: boolean;
  onChoose: (id: string | null) => void;
}) {
  const { t, label, say } = useTexts();
  const { job, report, group } = item;
  const occurrence = job.state.conclusion?.occurrence;
  const why = explained(
    job.state.conclusion?.explanation ?? { status: "none", confidence_level: "" },
  );
  const failure = job.state.failure;
  const what =
    failure && group === "failed"
      ? say(failure.wording as never, failure.message)
      : occurrence
        ? [
            occurrence.grade_name
              ? label(occurrence.grade_name)
              : t(`ui-occurrence-${occurrence.status}`),
            job.state.event && t(why.text, { sure: why.sure }),
          ]
            .filter(Boolean)
            .join(" · ")
        : job.state.turn && job.status !== "cancelled"
          ? t("ui-turn", { n: job.state.turn })
          : t(`ui-before-${job.status}`);
  return (
    <Link
      to={report && group !== "failed" ? `/diagnoses/${job.id}/report` : `/diagnoses/${job.id}`}
      className={`item ${group} ${chosen ? "chosen" : ""}`}
      data-event={job.state.event ?? undefined}
      onPointerEnter={() => onChoose(job.id)}
      onPointerLeave={() => onChoose(null)}
      onFocus={() => onChoose(job.id)}
      onBlur={() => onChoose(null)}
    >
      <span className="item-top">
        <DiagnosisMark event={job.state.event} status={job.status} classified={classified(job)} />
        <span className="grow" />
        {job.deadline && group !== "quiet" && (
          <span className="small">
            <Icon name="clock" width={12} height={12} /> <Ago at={job.deadline} />
          </span>
        )}
        {report ? (
          <VersionMark status={report.status} />
        ) : (
          (job.state.event || job.status !== "failed") && <StatusMark status={job.status} />
        )}
      </span>
      <span className="item-what">{what}</span>
      <span className="item-foot">
        <span className="cut">{boxText(job.request.region)}</span>
        <span className="cut">{job.source}</span>
        <Ago at={job.updated_at} />
      </span>
    </Link>
  );
}
