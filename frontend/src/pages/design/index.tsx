import "./design.css";
import { type ReactNode, useState } from "react";
import { Problem } from "@/api/problems";
import {
  Ago,
  Bones,
  Button,
  Dialog,
  Empty,
  EVENTS,
  EventMark,
  Field,
  Icon,
  Mark,
  Menu,
  Notice,
  ProblemNotice,
  StatusMark,
  say,
  Time,
  VerdictMark,
  VersionMark,
} from "@/design";
import { useTexts } from "@/texts";

const COLOURS = [
  ["sunken", "ground", "surface", "raised", "hover", "line", "line-strong"],
  ["ink", "ink-2", "ink-3", "focus"],
  ["good", "bad", "doubt", "live", "idle"],
  EVENTS,
  ["sea", "land", "coast", "border", "graticule", "temperature", "dewpoint"],
];
const SPACES = ["s1", "s2", "s3", "s4", "s5", "s6", "s7"];
const SIZES = ["t1", "t2", "t3", "t4", "t5", "t6"];

/** Every token and every component with its states: what pages may be made of. */
export default function Design() {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <div className="sheet design">
      <header>
        <h1>{t("ui-nav-design")}</h1>
      </header>
      <p className="soft">{t("ui-design-text")}</p>
      <Part title={t("ui-design-colour")}>
        {COLOURS.map((row) => (
          <div key={row[0]} className="row">
            {row.map((name) => (
              <span key={name} className="colour">
                <span style={{ background: `var(--${name})` }} />
                <code className="tiny">{name}</code>
              </span>
            ))}
          </div>
        ))}
      </Part>
      <Part title={t("ui-design-type")}>
        {SIZES.map((size) => (
          <p key={size} style={{ fontSize: `var(--${size})` }}>
            <code className="tiny quiet">{size}</code> {t("ui-design-sample")}
          </p>
        ))}
      </Part>
      <Part title={t("ui-design-space")}>
        <div className="row">
          {SPACES.map((space) => (
            <span key={space} className="space">
              <span style={{ width: `var(--${space})`, height: `var(--${space})` }} />
              <code className="tiny quiet">{space}</code>
            </span>
          ))}
        </div>
      </Part>
      <Part title={t("ui-design-buttons")}>
        <div className="row">
          <Button kind="main">{t("ui-new-send")}</Button>
          <Button>{t("ui-new-plan")}</Button>
          <Button kind="bare">{t("ui-leave")}</Button>
          <Button kind="danger">{t("ui-withdraw")}</Button>
          <Button disabled>{t("ui-publish")}</Button>
          <Button busy>{t("ui-publish")}</Button>
          <Button aria-pressed="true">{t("ui-draw")}</Button>
          <Button icon="export">{t("ui-download")}</Button>
          <Button small>{t("ui-open")}</Button>
        </div>
      </Part>
      <Part title={t("ui-design-fields")}>
        <div className="design-fields">
          <Field label={t("ui-reason")} hint={t("ui-reason-hint")}>
            {(props) => <input {...props} className="input" />}
          </Field>
          <Field label={t("ui-new-start")} mistake={t("ui-new-time-form")}>
            {(props) => <input {...props} className="input mono" defaultValue="5 July" />}
          </Field>
          <Field label={t("ui-source")}>
            {(props) => (
              <select {...props} className="input">
                <option>{t("ui-choose")}</option>
              </select>
            )}
          </Field>
          <Field label={t("ui-words")}>
            {(props) => <textarea {...props} className="input" />}
          </Field>
        </div>
      </Part>
      <Part title={t("ui-design-marks")}>
        <div className="row">
          {(["queued", "running", "finished", "failed", "cancelled", "parked"] as const).map(
            (one) => (
              <StatusMark key={one} status={one} />
            ),
          )}
        </div>
        <div className="row">
          {(["confirmed", "refuted", "undetermined"] as const).map((one) => (
            <VerdictMark key={one} verdict={one} />
          ))}
        </div>
        <div className="row">
          {(
            ["draft", "in_review", "approved", "published", "superseded", "withdrawn"] as const
          ).map((one) => (
            <VersionMark key={one} status={one} />
          ))}
        </div>
        <div className="row">
          {EVENTS.map((event) => (
            <EventMark key={event} event={event} />
          ))}
          <EventMark event={null} />
        </div>
        <div className="row">
          <span className="chip">{t("ui-region")}</span>
          <span className="chip doubt">{t("ui-new-unread")}</span>
          <span className="chip">
            {t("ui-source")}
            <button type="button" aria-label={t("ui-close")}>
              <Icon name="close" width={10} height={10} />
            </button>
          </span>
          <Mark tone="live" icon="running">
            {t("ui-computing")}
          </Mark>
        </div>
      </Part>
      <Part title={t("ui-design-feedback")}>
        <Notice>{t("ui-climatologies-text")}</Notice>
        <Notice tone="live">{t("ui-was-away", { n: 12, events: 4 })}</Notice>
        <Notice tone="good">{t("ui-publish-done")}</Notice>
        <Notice tone="doubt">{t("ui-new-unread")}</Notice>
        <ProblemNotice error={new Problem({ status: 0, code: "unreachable" })} retry={() => {}} />
        <Empty title={t("ui-situation-empty-title")}>
          <p>{t("ui-situation-empty-text")}</p>
        </Empty>
        <Bones lines={3} />
      </Part>
      <Part title={t("ui-design-times")}>
        <p>
          <Time at="2026-07-05T06:00:00Z" both />
        </p>
        <p>
          <Ago at="2026-07-05T06:00:00Z" />
        </p>
      </Part>
      <Part title={t("ui-design-layers")}>
        <div className="row">
          <Button onClick={() => setOpen(true)}>{t("ui-design-dialog")}</Button>
          <Button onClick={() => say(t("ui-publish-done"))}>{t("ui-design-toast")}</Button>
          <Menu
            label={t("ui-more")}
            button={t("ui-more")}
            groups={[
              {
                heading: t("ui-more"),
                choices: [
                  { id: "one", text: t("ui-rerun") },
                  { id: "two", text: t("ui-comment") },
                ],
              },
            ]}
          />
          <span>
            <kbd>{t("ui-mod")}</kbd> <kbd>K</kbd>
          </span>
        </div>
        <Dialog title={t("ui-design-dialog")} open={open} onClose={() => setOpen(false)}>
          <p>{t("ui-design-text")}</p>
        </Dialog>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack">
      <h2 className="side-head">{title}</h2>
      {children}
    </section>
  );
}
