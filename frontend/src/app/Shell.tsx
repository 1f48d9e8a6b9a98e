import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { onPagesState, pagesState } from "@/api/server";
import { Button } from "@/design/components/Button";
import { ErrorBoundary } from "@/design/components/ErrorBoundary";
import { Keys } from "@/design/components/Keys";
import { Menu } from "@/design/components/Menu";
import { localTime, useNow, utcParts, zoneName } from "@/design/components/Time";
import { Icon } from "@/design/icons";
import { useSoon, useTexts } from "@/text";
import { useApp, verbsIn } from "./context";
import { LAYER_TEXTS } from "./layerTexts";
import { PersonMenu } from "./PersonMenu";
import { placesFor } from "./places";
import styles from "./Shell.module.css";
import { useShortcuts } from "./shortcuts";
import { useWhoIsHere } from "./whoIsHere";

// What lies above or below a page is not part of its first view. It is loaded just after it: what is typed next
// finds it there, and so does a person whose session ends while the network is down.
const layers = {
  palette: () => import("./Palette"),
  keys: () => import("./KeySheet"),
  interruptions: () => import("./Interruptions"),
  pagesNotice: () => import("./PagesNotice"),
};
const Palette = lazy(layers.palette);
const KeySheet = lazy(layers.keys);
const Interruptions = lazy(layers.interruptions);
const PagesNotice = lazy(layers.pagesNotice);

/** Puts the focus on a new page, as a browser does: keys and screen readers go on from its beginning. */
function useFocusOnNewPage() {
  const page = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    page.current?.focus();
  }, [pathname]);
  return page;
}

/** The frame of every page: the bar, the page, and what lies above it. */
export function Shell({ centre, children }: { centre: string | null; children: ReactNode }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"palette" | "keys" | null>(null);
  const { session, start } = useApp();
  const places = centre ? placesFor(verbsIn(start, centre)) : [];
  const interruption = useSyncExternalStore(session.subscribe, () => session.interruption);
  const pages = useSyncExternalStore(onPagesState, pagesState);
  useWhoIsHere(session);
  useSoon(layers, LAYER_TEXTS);
  const page = useFocusOnNewPage();
  const go = places.map(({ keys, to }) => [
    keys,
    () => centre && void navigate({ to, params: { centre } }),
  ]);
  useShortcuts({
    "mod+k": () => setOpen("palette"),
    "/": () => setOpen("palette"),
    "?": () => setOpen("keys"),
    ...Object.fromEntries(go),
  });
  return (
    <div className={styles.shell}>
      {start.mode !== "operational" && <p className={styles.mode}>{t(`mode-${start.mode}`)}</p>}
      <a className={styles.skip} href="#page">
        {t("skip")}
      </a>
      <header className={styles.bar}>
        <Link to="/" className={styles.wordmark} title={t("start-page")}>
          <Mark />
          HVR-Met
        </Link>
        <div className={styles.centre}>
          <CentreMenu centre={centre} />
        </div>
        {centre && (
          <nav className={styles.nav} aria-label={t("pages")}>
            {places.map((place) => (
              <Link
                key={place.id}
                to={place.to}
                params={{ centre }}
                // The first page's address is the beginning of all others.
                activeOptions={{ exact: place.id === "situation", includeSearch: false }}
              >
                {t(`page-${place.id}`)}
              </Link>
            ))}
          </nav>
        )}
        <span className={styles.grow} />
        <Button kind="bare" onPress={() => setOpen("palette")}>
          <span className={styles.find}>
            <Icon name="search" /> <span>{t("find")}</span> <Keys keys="mod+k" />
          </span>
        </Button>
        <Clock />
        <PersonMenu onKeys={() => setOpen("keys")} />
      </header>
      <main id="page" ref={page} className={styles.page} tabIndex={-1}>
        {children}
      </main>
      <ErrorBoundary>
        <Suspense>{(pages.isOld || pages.isIncomplete) && <PagesNotice {...pages} />}</Suspense>
      </ErrorBoundary>
      <ErrorBoundary>
        <Suspense>
          {open === "palette" && (
            <Palette centre={centre} onClose={() => setOpen(null)} onKeys={() => setOpen("keys")} />
          )}
          {open === "keys" && <KeySheet centre={centre} onClose={() => setOpen(null)} />}
          {interruption && <Interruptions interruption={interruption} />}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

/** The mark of the platform: a low with its centre. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="22" height="22" fill="none" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="2.6" strokeLinecap="round">
        <path d="M16 5.5A10.5 10.5 0 0 1 26.5 16M26.5 16A10.5 10.5 0 0 1 16 26.5" />
        <path d="M16 26.5A10.5 10.5 0 0 1 5.5 16c0-5.2 3.8-8.4 8-8.4 3.9 0 6.7 2.7 6.7 6.3 0 3-2 5.1-4.6 5.1-2.2 0-3.6-1.5-3.6-3.2" />
      </g>
      <circle cx="15.6" cy="15.9" r="2.2" fill="currentColor" />
    </svg>
  );
}

/** The centre of this window; where a person has several, the way to another one. */
function CentreMenu({ centre }: { centre: string | null }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { start } = useApp();
  const name = start.centres.find((one) => one.slug === centre)?.name ?? t("no-centre");
  if (start.centres.length < 2) return <span className={styles.name}>{name}</span>;
  return (
    <Menu
      label={t("centre-menu", { centre: name })}
      button={<span className={styles.name}>{name}</span>}
      groups={[
        {
          id: "centres",
          heading: t("your-centres"),
          chosen: centre ?? "",
          choices: start.centres.map((one) => ({
            id: one.slug,
            name: one.name,
            run: () => void navigate({ to: "/c/$centre", params: { centre: one.slug } }),
          })),
        },
      ]}
    />
  );
}

/** Both clocks, each with its date and zone: at four in the morning the day differs too. */
function Clock() {
  const { t } = useTexts();
  const now = new Date(useNow());
  const [date, time] = utcParts(now);
  const own = localTime(now);
  return (
    <span className={styles.clock}>
      <time dateTime={now.toISOString()}>
        <span className={styles.date}>{date} </span>
        <strong>{time}</strong> UTC
      </time>
      {zoneName(now) !== "UTC" && (
        // The date is written again only where the day is another one.
        <span className={styles.own}>
          {t("clock-local", { time: own.startsWith(date) ? own.slice(date.length + 1) : own })}
        </span>
      )}
    </span>
  );
}
