import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useMemo, useState } from "react";
import { NavLink, Outlet, useNavigate } from "react-router";
import { useAccess } from "@/api/access";
import { queue, sources } from "@/api/queries";
import { Bones, Icon, Menu, span, Toasts, useNow, utc, zoneName } from "@/design";
import { followActivity, useActivityLink } from "@/live/activity";
import { useTexts } from "@/texts";
import { Interruptions } from "./Interruptions";
import { useKeys } from "./keys";
import { useMedia } from "./media";
import { PLACES } from "./navigation";
import { Palette } from "./Palette";
import { PersonMenu } from "./PersonMenu";
import { Shortcuts } from "./Shortcuts";

/** Where the rail lies at the lower edge (as in app.css): keys reach it last there, as eyes do. */
const RAIL_BELOW = "(max-width: 640px)";

/** The frame of every page: rail, status line and what lies above the page. */
export function Shell() {
  const { t } = useTexts();
  const access = useAccess();
  const navigate = useNavigate();
  const [palette, setPalette] = useState(false);
  const [sheet, setSheet] = useState(false);
  const centre = access.person?.tenant;
  useEffect(() => (centre ? followActivity() : undefined), [centre]);
  const keys = useMemo(
    () => ({
      "mod+k": () => setPalette(true),
      "/": () => setPalette(true),
      "?": () => setSheet(true),
      ...Object.fromEntries(PLACES.map((place) => [`g ${place.key}`, () => navigate(place.path)])),
    }),
    [navigate],
  );
  useKeys(keys);

  const below = useMedia(RAIL_BELOW);
  const rail = (
    <nav className="rail" aria-label={t("ui-pages")}>
      <NavLink to="/" className="wordmark" aria-label="HVR-Met">
        HVR
      </NavLink>
      {PLACES.map((place) => (
        <NavLink
          key={place.id}
          to={place.path}
          end={place.path === "/"}
          className={place.less ? "place less" : "place"}
        >
          <Icon name={place.icon} width={20} height={20} />
          <span>{t(`ui-nav-${place.id}`)}</span>
        </NavLink>
      ))}
      <Menu
        label={t("ui-more")}
        className="place"
        above
        button={
          <>
            <Icon name="more" width={20} height={20} />
            <span>{t("ui-more")}</span>
          </>
        }
        groups={[
          {
            choices: PLACES.filter((place) => place.less).map((place) => ({
              id: place.id,
              text: (
                <>
                  <Icon name={place.icon} /> {t(`ui-nav-${place.id}`)}
                </>
              ),
              run: () => navigate(place.path),
            })),
          },
        ]}
      />
    </nav>
  );

  return (
    <div className="shell">
      <a className="skip" href="#page">
        {t("ui-skip")}
      </a>
      {!below && rail}
      <header className="status-line">
        <StatusLine />
        <button type="button" className="button small bare" onClick={() => setPalette(true)}>
          <Icon name="search" />
          <span className="find">{t("ui-find")}</span> <kbd>{t("ui-mod")} K</kbd>
        </button>
        <Clock />
        <PersonMenu onShortcuts={() => setSheet(true)} />
      </header>
      <main id="page" className="page" tabIndex={-1}>
        <Suspense
          fallback={
            <div className="loading-page">
              <Bones lines={8} height={24} />
            </div>
          }
        >
          <Outlet />
        </Suspense>
      </main>
      {below && rail}
      <Toasts />
      <Palette open={palette} onClose={() => setPalette(false)} />
      <Shortcuts open={sheet} onClose={() => setSheet(false)} />
      <Interruptions />
    </div>
  );
}

/** Both clocks, each with its zone: no time on a page is without one. */
function Clock() {
  const { t } = useTexts();
  const now = new Date(useNow());
  const two = (value: number) => String(value).padStart(2, "0");
  return (
    <span className="clock">
      <time dateTime={now.toISOString()}>{utc(now).slice(11)}</time>
      {zoneName(now) !== "UTC" && (
        <span className="quiet">
          {t("ui-local")} {two(now.getHours())}:{two(now.getMinutes())} {zoneName(now)}
        </span>
      )}
    </span>
  );
}

const SLOW_QUEUE_SECONDS = 300;

const timeOf = (instant: string | null): number => (instant ? new Date(instant).getTime() : 0);

/** Queue, age of the data, workers and the live connection in one quiet line, loud only when something is wrong. */
function StatusLine() {
  const { t } = useTexts();
  const found = useQuery(queue);
  const data = useQuery({ ...sources, refetchInterval: 60_000 }).data ?? [];
  const link = useActivityLink();
  const now = useNow();
  const parts: string[] = [];
  const wrong: string[] = [];
  if (found.data) {
    const { waiting, running, oldest_waiting_seconds: oldest, workers_busy: busy } = found.data;
    parts.push(t("ui-queue-running", { n: running }), t("ui-queue-waiting", { n: waiting }));
    if (waiting > 0 && busy === 0 && (oldest ?? 0) > 30) wrong.push(t("ui-no-worker"));
    else if ((oldest ?? 0) > SLOW_QUEUE_SECONDS) {
      wrong.push(t("ui-queue-slow", { n: Math.round((oldest ?? 0) / 60) }));
    }
  }
  const newest = data.reduce((last, one) => Math.max(last, timeOf(one.newest_time)), 0);
  if (newest > 0) {
    const { id, n } = span(Math.max(0, (now - newest) / 1000));
    parts.push(t("ui-data-age", { span: t(id, { n }) }));
  }
  for (const one of data.filter(({ health }) => health === "unreadable")) {
    wrong.push(t("ui-source-away", { name: one.name }));
  }
  if (found.error) wrong.push(t("ui-server-away"));
  if (link.state === "away") {
    const seconds = Math.max(0, Math.round((now - link.since) / 1000));
    if (seconds >= 4) wrong.push(t("ui-live-away", { n: seconds, code: link.code }));
  }
  if (link.state === "refused") wrong.push(t("ui-live-refused", { code: link.code }));
  return (
    <p className="status grow cut" role="status">
      {wrong.length > 0 ? (
        <span className="loud">
          <Icon name="warn" /> {wrong.join(" · ")}
        </span>
      ) : (
        <span className="quiet">{parts.join(" · ")}</span>
      )}
    </p>
  );
}
