import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { adoptions } from "@/api/libraryQueries";
import { useApp, useCentre } from "@/app/context";
import tabs from "@/design/components/Tabs.module.css";
import { MoreTexts, type Part, useTexts } from "@/text";
import styles from "./frame.module.css";
import { SearchField, type Words } from "./SearchField";

const TEXTS: Part = {
  en: () => import("../../../messages/library.en.ftl?raw"),
  zh: () => import("../../../messages/library.zh.ftl?raw"),
};

const TABS = [
  ["queue", "/c/$centre/library"],
  ["entries", "/c/$centre/library/entries"],
  ["references", "/c/$centre/library/publications"],
  ["causes", "/c/$centre/library/explanations"],
  ["criteria", "/c/$centre/library/criteria"],
  ["centre", "/c/$centre/library/centre"],
  ["proposals", "/c/$centre/library/proposals"],
  ["releases", "/c/$centre/library/releases"],
] as const;
export type LibraryTab = (typeof TABS)[number][0];
/** What only those who take part in changing the library are shown. */
const OF_EDITORS: ReadonlySet<LibraryTab> = new Set(["queue", "proposals"]);

interface FrameProps {
  /** None of what a search finds. */
  tab: LibraryTab | null;
  /** What is searched for, on the page that shows what is found. */
  words?: Words;
  children: ReactNode;
}

/** What every page of the library has: its texts, the way to the others, and the search. */
export function LibraryFrame({ tab, words, children }: FrameProps) {
  return (
    <MoreTexts part={TEXTS}>
      <div className={styles.bar}>
        <Tabs tab={tab} />
        <SearchField words={words} />
      </div>
      {children}
    </MoreTexts>
  );
}

function Tabs({ tab }: { tab: LibraryTab | null }) {
  const { t } = useTexts();
  const { centre, may } = useCentre();
  const waiting = useWaitingAdoptions();
  const shown = TABS.filter(([name]) => may("library.edit") || !OF_EDITORS.has(name));
  return (
    <nav className={tabs.tabs} aria-label={t("page-library")}>
      {shown.map(([name, to]) => (
        <Link
          key={name}
          to={to}
          params={{ centre }}
          aria-current={name === tab ? "page" : undefined}
          activeOptions={{ exact: true }}
        >
          {name === "releases" && waiting.releases > 0
            ? t("lib-releases-wait", { count: waiting.releases })
            : name === "centre" && waiting.centre > 0
              ? t("lib-centre-wait", { count: waiting.centre })
              : t(`lib-${name}`)}
        </Link>
      ))}
    </nav>
  );
}

/** How much somebody else proposes for the centre, which this person may adopt: releases as they are, and with the
 * centre's own adjustments. */
function useWaitingAdoptions() {
  const { api, centre, may } = useCentre();
  const { session } = useApp();
  const { data } = useQuery({ ...adoptions(api, centre), enabled: may("library.adopt") });
  const open = data?.results.filter((one) => !one.adopted_at && !one.withdrawn_at) ?? [];
  const theirs = open.filter((one) => one.proposed_by !== `person:${session.person}`);
  const centres = theirs.filter((one) => one.overlay !== null).length;
  return { centre: centres, releases: theirs.length - centres };
}
