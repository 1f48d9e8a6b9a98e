import { Link } from "@tanstack/react-router";
import { useCentre } from "@/app/context";
import tabs from "@/design/components/Tabs.module.css";
import { MoreTexts, type Part, useTexts } from "@/text";
import { ROLE_TEXTS } from "../roles";
import { Invitations } from "./Invitations";
import { Keys } from "./Keys";
import { Members } from "./Members";
import { Sources } from "./Sources";

const TEXTS: Part = {
  en: () => import("../../../messages/centre.en.ftl?raw"),
  zh: () => import("../../../messages/centre.zh.ftl?raw"),
};

const PAGES = { members: Members, invitations: Invitations, keys: Keys, sources: Sources };
export type CentrePageName = keyof typeof PAGES;
const NAMES = Object.keys(PAGES) as CentrePageName[];

/** Who works in the centre, who is invited, which services have keys, and which data there are. */
export default function CentrePage({ page }: { page: CentrePageName }) {
  const Page = PAGES[page];
  return (
    <MoreTexts part={ROLE_TEXTS}>
      <MoreTexts part={TEXTS}>
        <Tabs page={page} />
        <Page />
      </MoreTexts>
    </MoreTexts>
  );
}

function Tabs({ page }: { page: CentrePageName }) {
  const { t } = useTexts();
  const { centre } = useCentre();
  return (
    <nav className={tabs.tabs} aria-label={t("page-members")}>
      {NAMES.map((name) => (
        <Link
          key={name}
          to={`/c/$centre/${name}`}
          params={{ centre }}
          aria-current={name === page ? "page" : undefined}
        >
          {t(`centre-${name}`)}
        </Link>
      ))}
    </nav>
  );
}
