import { type ReactNode, useState } from "react";
import { Problem } from "@/api/problems";
import { useTitle } from "@/app/title";
import { Button } from "@/design/components/Button";
import { Combo } from "@/design/components/Combo";
import { Dialog } from "@/design/components/Dialog";
import { Empty, Notice, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { Keys } from "@/design/components/Keys";
import {
  EVENTS,
  EventMark,
  JOB_STATUSES,
  JobMark,
  VERSION_STATUSES,
  VersionMark,
} from "@/design/components/Marks";
import { Menu } from "@/design/components/Menu";
import { Segments } from "@/design/components/Segments";
import { Select } from "@/design/components/Select";
import { Table } from "@/design/components/Table";
import { TextField } from "@/design/components/TextField";
import { Ago, Period, Time } from "@/design/components/Time";
import { UtcField } from "@/design/components/UtcField";
import { ICONS, Icon } from "@/design/icons";
import type { EventType } from "@/generated/schema";
import { type MessageId, MoreTexts, type Part as TextPart, useTexts } from "@/text";
import styles from "./components.module.css";
import { MapExample } from "./MapExample";

const COLOURS = [
  ["sunken", "ground", "surface", "raised", "hover", "line", "line-strong"],
  ["ink", "ink-2", "ink-3", "accent", "focus"],
  ["good", "bad", "doubt", "idle"],
  EVENTS,
  ["map-sea", "map-land", "map-coast", "map-border", "map-grid", "map-town"],
];
const SIZES = ["t1", "t2", "t3", "t4", "t5", "t6"];
const SPACES = ["s1", "s2", "s3", "s4", "s5", "s6", "s7"];
const MOMENT = "2026-07-05T06:00:00Z";
const LATER = "2026-07-06T00:00:00Z";
const PROBLEMS = [
  new Problem({ status: 0, code: "unreachable" }),
  new Problem({
    status: 403,
    code: "permission_denied",
    detail: "publishing takes the role duty_lead",
    request_id: "5f0c",
  }),
  new Problem({
    status: 422,
    code: "invalid",
    detail: "the request has a mistake",
    data: { errors: [{ at: "region.0", message: "is not a longitude" }] },
  }),
  new Problem({ status: 409, code: "conflict", detail: "version 3 was published meanwhile" }),
  new Problem({ status: 429, code: "throttled" }, 12),
  new Problem({ status: 500, code: "internal_error", request_id: "9a1e" }),
];

const TEXTS: TextPart = {
  en: () => import("../../../messages/components.en.ftl?raw"),
  zh: () => import("../../../messages/components.zh.ftl?raw"),
};

/** Every token and every component with its states: what pages are made of. */
export default function Components() {
  return (
    <MoreTexts part={TEXTS}>
      <Page />
    </MoreTexts>
  );
}

function Page() {
  const { t } = useTexts();
  useTitle(t("page-components"));
  return (
    <>
      <h1>{t("page-components")}</h1>
      <p className={styles.lead}>{t("components-lead")}</p>
      <Tokens />
      <Controls />
      <Marks />
      <Feedback />
      <Layers />
      <Part title="components-map">
        <MapExample />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: MessageId; children: ReactNode }) {
  const { t } = useTexts();
  return (
    <section className={styles.part} id={title}>
      <h2>{t(title)}</h2>
      {children}
    </section>
  );
}

function Tokens() {
  const { t } = useTexts();
  return (
    <>
      <Part title="components-colour">
        {COLOURS.map((row) => (
          <div key={row[0]} className={styles.row}>
            {row.map((name) => (
              <span key={name} className={styles.swatch}>
                <span style={{ background: `var(--${name})` }} />
                {name}
              </span>
            ))}
          </div>
        ))}
      </Part>
      <Part title="components-type">
        {SIZES.map((size) => (
          <p key={size} style={{ fontSize: `var(--${size})` }}>
            {t("example-text")}
          </p>
        ))}
      </Part>
      <Part title="components-space">
        <div className={styles.row}>
          {SPACES.map((space) => (
            <span
              key={space}
              className={styles.space}
              style={{ width: `var(--${space})`, height: `var(--${space})` }}
            />
          ))}
        </div>
      </Part>
    </>
  );
}

function Controls() {
  const { t, label } = useTexts();
  const [text, setText] = useState("");
  const [at, setAt] = useState<string | null>("2026-07-05T06:00Z");
  const [event, setEvent] = useState<EventType | undefined>("gale");
  return (
    <>
      <Part title="components-buttons">
        <div className={styles.row}>
          <Button kind="main">{t("example-main")}</Button>
          <Button>{t("example-plain")}</Button>
          <Button kind="danger">{t("example-danger")}</Button>
          <Button kind="bare">{t("close")}</Button>
          <Button icon="search" keys="mod+k">
            {t("find")}
          </Button>
          <Button kind="main" isDisabled>
            {t("example-main")}
          </Button>
          <Button isDisabled>{t("example-plain")}</Button>
          <Button isPending>{t("example-plain")}</Button>
        </div>
      </Part>
      <Part title="components-fields">
        <div className={styles.fields}>
          <TextField
            label={t("example-field")}
            hint={t("example-hint")}
            value={text}
            onChange={setText}
          />
          <TextField label={t("example-field")} mistake={t("example-mistake")} defaultValue="…" />
          <TextField label={t("example-field")} isDisabled defaultValue={t("example-plain")} />
          <Combo
            label={t("event")}
            value={event}
            options={EVENTS.map((value) => ({ value, name: label(value) }))}
            onChange={(value) => setEvent(EVENTS.find((one) => one === value))}
          />
          <Select
            label={t("event")}
            any={t("any")}
            value={event}
            options={EVENTS.map((value) => ({ value, name: label(value) }))}
            onChange={setEvent}
          />
          <Segments
            label={t("event")}
            options={EVENTS.slice(0, 3).map((value) => ({ value, name: label(value) }))}
            value={event ?? "rainstorm"}
            onChange={setEvent}
          />
          <UtcField label={t("period")} value={at} onChange={setAt} />
          <UtcField label={t("period")} value={null} isInvalid onChange={setAt} />
        </div>
      </Part>
    </>
  );
}

function Marks() {
  const { t, label } = useTexts();
  return (
    <>
      <Part title="components-states">
        <div className={styles.row}>
          {EVENTS.map((event) => (
            <EventMark key={event} finding={event} name={label(event)} />
          ))}
          <EventMark finding="none" name={t("event-none")} />
          <EventMark finding="unknown" name={t("event-unknown")} />
        </div>
        <div className={styles.row}>
          {JOB_STATUSES.map((status) => (
            <JobMark key={status} status={status} />
          ))}
        </div>
        <div className={styles.row}>
          {VERSION_STATUSES.map((status) => (
            <VersionMark key={status} status={status} />
          ))}
        </div>
      </Part>
      <Part title="components-icons">
        <div className={styles.row}>
          {ICONS.map((name) => (
            <span key={name} className={styles.icon}>
              <Icon name={name} />
              {name}
            </span>
          ))}
        </div>
      </Part>
      <Part title="components-times">
        <div className={styles.row}>
          <Time at={MOMENT} />
          <Ago at={MOMENT} />
          <Period start={MOMENT} end={LATER} />
          <Keys keys="mod+k" />
          <Keys keys="g d" />
        </div>
      </Part>
    </>
  );
}

function Feedback() {
  const { t } = useTexts();
  return (
    <>
      <Part title="components-notices">
        <Notice>{t("components-lead")}</Notice>
        <Notice tone="good">{t("example-good")}</Notice>
        <Notice tone="doubt">{t("example-doubt")}</Notice>
        <Notice tone="bad">{t("example-bad")}</Notice>
      </Part>
      <Part title="components-problems">
        {PROBLEMS.map((problem) => (
          <ProblemNotice key={problem.code} error={problem} onRetry={() => undefined} />
        ))}
      </Part>
      <Part title="components-loading">
        <Skeleton lines={3} />
        <Empty title={t("no-report-title")}>
          <p>{t("no-report-text")}</p>
        </Empty>
      </Part>
      <Part title="components-tables">
        <Table
          label={t("components-tables")}
          keyOf={(event) => event}
          noteOf={(event) => event === "gale" && t("example-bad")}
          rows={EVENTS}
          columns={[
            {
              id: "event",
              name: t("event"),
              width: "30%",
              cell: (event) => <Event event={event} />,
            },
            {
              id: "state",
              name: t("state"),
              width: "30%",
              cell: (event) => <JobMark status={event === "gale" ? "failed" : "finished"} />,
            },
            { id: "changed", name: t("changed"), width: "40%", cell: () => <Time at={MOMENT} /> },
          ]}
        />
      </Part>
    </>
  );
}

function Event({ event }: { event: EventType }) {
  const { label } = useTexts();
  return <EventMark finding={event} name={label(event)} />;
}

function Layers() {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const choices = [
    { id: "one", name: t("example-main"), keys: "g d" },
    { id: "two", name: t("example-plain") },
  ];
  return (
    <Part title="components-layers">
      <div className={styles.row}>
        <Button onPress={() => setIsOpen(true)}>{t("example-dialog")}</Button>
        <Menu
          label={t("example-menu")}
          groups={[{ id: "acts", heading: t("more"), chosen: "one", choices }]}
        />
      </div>
      <Dialog title={t("example-dialog")} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <p>{t("example-text")}</p>
      </Dialog>
    </Part>
  );
}
