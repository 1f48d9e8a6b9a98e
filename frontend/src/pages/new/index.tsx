import "./new.css";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useAccess } from "@/api/access";
import { api, data } from "@/api/client";
import { answered } from "@/api/inquiry";
import { diagnoses } from "@/api/lists";
import { queryClient, sources } from "@/api/queries";
import type { Diagnosis, DiagnosisPlan, DiagnosisRequest, SourceInfo } from "@/api/schema";
import {
  ActButton,
  Ago,
  Button,
  EVENTS,
  EventMark,
  Field,
  Notice,
  ProblemNotice,
  Time,
} from "@/design";
import { boxText } from "@/map/boxes";
import { useTexts } from "@/texts";
import { Feasible } from "./Feasible";
import { Plan } from "./Plan";
import { RegionMap } from "./RegionMap";
import { type Asked, askedOf, bodyOf, mistakes, NOTHING, outside, writeTime } from "./request";
import { SavedRegions } from "./SavedRegions";
import { TimeField } from "./TimeField";
import { Words } from "./Words";

/** Periods of the newest data that one click chooses, in hours. */
const PERIODS = [24, 72, 120];

const hoursOf = (source: SourceInfo | undefined): number =>
  source?.first_time && source.newest_time
    ? (new Date(source.newest_time).getTime() - new Date(source.first_time).getTime()) / 3_600_000
    : 0;

const KEPT = "hvrmet.new";

/** What was typed outlives a reload and a lost session. */
function useAsked() {
  const { language } = useTexts();
  const given = useLocation().state as { request?: DiagnosisRequest; region?: number[] } | null;
  const [asked, setAsked] = useState<Asked>(() => {
    const kept = { ...NOTHING, language, ...JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") };
    if (given?.region?.length === 4) return { ...kept, region: given.region };
    return given?.request ? askedOf(given.request, kept) : kept;
  });
  useEffect(() => sessionStorage.setItem(KEPT, JSON.stringify(asked)), [asked]);
  return [asked, setAsked] as const;
}

/** A new diagnosis: words, or a box and a period; what the data can support is shown while one types. */
export default function NewDiagnosis() {
  const { t, label, language } = useTexts();
  const navigate = useNavigate();
  const access = useAccess();
  const [asked, setAsked] = useAsked();
  const [unread, setUnread] = useState(false);
  const [tried, setTried] = useState(false);
  const known = useQuery(sources).data ?? [];
  const change = (part: Partial<Asked>) => setAsked((before) => ({ ...before, ...part }));
  const only = known.length === 1 ? known[0]?.name : undefined;
  useEffect(() => {
    if (only) setAsked((before) => (before.source ? before : { ...before, source: only }));
  }, [only, setAsked]);
  const source = known.find((one) => one.name === asked.source);
  const wrong = mistakes(asked);
  const shown = (name: keyof Asked) =>
    tried || asked[name] ? wrong[name] && t(wrong[name] ?? "") : null;
  const ready = Object.keys(wrong).length === 0 && !unread;

  const send = useMutation({
    mutationFn: async () =>
      data(api.POST("/api/v1/diagnoses/", { body: bodyOf(asked) as never })) as Promise<unknown>,
    onSuccess: (made) => {
      sessionStorage.removeItem(KEPT);
      void queryClient.invalidateQueries({ queryKey: ["diagnoses"] });
      void navigate(`/diagnoses/${(made as Diagnosis).id}`);
    },
  });
  const plan = useMutation({
    mutationFn: () =>
      answered<DiagnosisPlan>(
        data(
          api.POST("/api/v1/diagnoses/", {
            params: { query: { dry_run: true } },
            body: bodyOf(asked) as never,
          }),
        ),
      ),
  });
  const attempt = (act: () => void) => () => {
    setTried(true);
    if (ready) act();
  };
  const period = (part: "all" | number) => {
    if (!source?.newest_time) return;
    if (part === "all") return change({ start: "", end: "" });
    const end = new Date(source.newest_time).getTime();
    const first = source.first_time ? new Date(source.first_time).getTime() : 0;
    const start = Math.max(first, end - part * 3_600_000);
    change({ start: writeTime(new Date(start).toISOString()), end: writeTime(source.newest_time) });
  };

  return (
    <div className="new">
      <div className="new-form scroll">
        <header className="row apart">
          <h1>{t("ui-nav-new-long")}</h1>
        </header>
        <Words
          source={asked.source}
          onRead={(request) => setAsked((before) => askedOf(request, before))}
          onUnread={setUnread}
        />
        <Last
          onTake={(request) => {
            setAsked((before) => askedOf(request, before));
          }}
          person={access.person?.id}
        />
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            attempt(() => send.mutate())();
          }}
        >
          <Field label={t("ui-source")} mistake={shown("source")}>
            {(props) => (
              <select
                {...props}
                className="input"
                value={asked.source}
                onChange={(event) => change({ source: event.target.value })}
              >
                <option value="">{t("ui-choose")}</option>
                {known.map((one) => (
                  <option key={one.name} value={one.name}>
                    {language === "zh" && one.title_zh ? one.title_zh : one.title} ({one.name})
                  </option>
                ))}
              </select>
            )}
          </Field>
          {source && <SourceLine source={source} />}
          <RegionFields asked={asked} onChange={change} mistake={shown("region")} />
          {outside(asked.region, source) && <Notice tone="doubt">{t("ui-new-outside")}</Notice>}
          <fieldset className="field period">
            <legend>{t("ui-new-period")}</legend>
            <div className="row">
              <Button small aria-pressed={!asked.start && !asked.end} onClick={() => period("all")}>
                {t("ui-new-whole-period")}
              </Button>
              {PERIODS.filter((hours) => hours < hoursOf(source)).map((hours) => (
                <Button small key={hours} onClick={() => period(hours)}>
                  {t("ui-new-last-hours", { n: hours })}
                </Button>
              ))}
            </div>
            <div className="two">
              {(["start", "end"] as const).map((name) => (
                <TimeField
                  key={name}
                  label={t(`ui-new-${name}`)}
                  mistake={shown(name)}
                  hint={t("ui-new-utc")}
                  value={asked[name]}
                  onChange={(value) => change({ [name]: value })}
                  first={source?.first_time}
                  last={source?.newest_time}
                  example={name === "start" ? source?.first_time : source?.newest_time}
                />
              ))}
            </div>
          </fieldset>
          <div className="two">
            <Field label={t("ui-event")} hint={t("ui-new-event-hint")}>
              {(props) => (
                <select
                  {...props}
                  className="input"
                  value={asked.event}
                  onChange={(event) => change({ event: event.target.value as Asked["event"] })}
                >
                  <option value="">{t("ui-new-any-event")}</option>
                  {EVENTS.map((one) => (
                    <option key={one} value={one}>
                      {label(one)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label={t("ui-new-language")}>
              {(props) => (
                <select
                  {...props}
                  className="input"
                  value={asked.language}
                  onChange={(event) =>
                    change({ language: event.target.value as Asked["language"] })
                  }
                >
                  <option value="en" lang="en">
                    English
                  </option>
                  <option value="zh" lang="zh-Hans">
                    {t("ui-language-zh")}
                  </option>
                </select>
              )}
            </Field>
            <Field label={t("ui-new-priority")}>
              {(props) => (
                <select
                  {...props}
                  className="input"
                  value={asked.priority}
                  onChange={(event) =>
                    change({ priority: event.target.value as Asked["priority"] })
                  }
                >
                  {(["low", "normal", "high"] as const).map((one) => (
                    <option key={one} value={one}>
                      {t(`ui-priority-${one}`)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <TimeField
              label={t("ui-deadline")}
              mistake={shown("deadline")}
              hint={t("ui-new-deadline-hint")}
              value={asked.deadline}
              onChange={(deadline) => change({ deadline })}
            />
          </div>
          {unread && <Notice tone="doubt">{t("ui-new-unread")}</Notice>}
          {send.error && <ProblemNotice error={send.error} />}
          <div className="row new-acts">
            <ActButton
              act="diagnosis.create"
              kind="main"
              type="submit"
              busy={send.isPending}
              disabled={unread}
            >
              {t("ui-new-send")}
            </ActButton>
            <ActButton
              act="diagnosis.create"
              busy={plan.isPending}
              onClick={attempt(() => plan.mutate())}
            >
              {t(plan.isPending ? "ui-new-planning" : "ui-new-plan")}
            </ActButton>
          </div>
          {plan.error && <ProblemNotice error={plan.error} />}
          {plan.data && <Plan plan={plan.data} />}
        </form>
      </div>
      <div className="new-map">
        <RegionMap
          region={asked.region}
          cover={source?.region ?? null}
          onDraw={(region) => change({ region })}
        />
        <Feasible
          asked={asked}
          enabled={Boolean(
            asked.source && asked.region && !wrong.region && !wrong.start && !wrong.end,
          )}
        />
      </div>
    </div>
  );
}

function SourceLine({ source }: { source: NonNullable<ReturnType<typeof useSource>> }) {
  const { t } = useTexts();
  if (source.health !== "ready") {
    return (
      <Notice tone={source.health === "unreadable" ? "bad" : "doubt"}>
        {t(`ui-health-${source.health}`)}
      </Notice>
    );
  }
  return (
    <p className="small quiet">
      {t("ui-source-times", { n: source.times, fields: source.fields })}:{" "}
      <Time at={source.first_time} /> – <Time at={source.newest_time} /> (
      <Ago at={source.newest_time} />)
    </p>
  );
}
const useSource = () => useQuery(sources).data?.[0];

const SIDES = ["west", "south", "east", "north"] as const;

function RegionFields({
  asked,
  onChange,
  mistake,
}: {
  asked: Asked;
  onChange: (part: Partial<Asked>) => void;
  mistake: string | null | undefined;
}) {
  const { t } = useTexts();
  const region = asked.region ?? [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
  return (
    <fieldset className="field">
      <legend>
        {t("ui-region")}{" "}
        <span className="quiet small">{asked.region && !mistake && boxText(asked.region)}</span>
      </legend>
      <div className="four">
        {SIDES.map((side, index) => (
          <label key={side}>
            <span className="label">{t(`ui-side-${side}`)}</span>
            <input
              className="input mono"
              type="number"
              step="any"
              aria-invalid={mistake ? true : undefined}
              value={Number.isFinite(region[index]) ? region[index] : ""}
              onChange={(event) => {
                const next = [...region] as [number, number, number, number];
                next[index] = event.target.value === "" ? Number.NaN : Number(event.target.value);
                onChange({ region: next.every(Number.isNaN) ? null : next });
              }}
            />
          </label>
        ))}
      </div>
      <SavedRegions region={asked.region} onPick={(box) => onChange({ region: box })} />
      {mistake && (
        <span className="mistake" role="alert">
          {mistake}
        </span>
      )}
    </fieldset>
  );
}

/** The last requests of the person, again in one click. */
function Last({
  onTake,
  person,
}: {
  onTake: (request: DiagnosisRequest) => void;
  person: string | undefined;
}) {
  const { t } = useTexts();
  const found = useQuery({
    ...diagnoses({ page_size: 5, ...(person ? { requested_by_id: person } : {}) }),
    enabled: Boolean(person),
  });
  const jobs = found.data?.results ?? [];
  if (jobs.length === 0) return null;
  return (
    <div className="stack close">
      <span className="label">{t("ui-new-last")}</span>
      <div className="row">
        {jobs.map((job) => (
          <button
            key={job.id}
            type="button"
            className="chip pointer"
            onClick={() => onTake(job.request)}
          >
            {job.state.event && <EventMark event={job.state.event} bare />}
            {job.source} · {boxText(job.request.region)}
          </button>
        ))}
      </div>
    </div>
  );
}
