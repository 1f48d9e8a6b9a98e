import "./settings.css";
import { Navigate, NavLink, Route, Routes } from "react-router";
import { type Act, useAccess } from "@/api/access";
import { Notice } from "@/design";
import { useTexts } from "@/texts";
import { Keys } from "./Keys";
import { Members } from "./Members";
import { Own } from "./Own";
import { Regions } from "./Regions";
import { Sessions } from "./Sessions";
import { Usage } from "./Usage";
import { Webhooks } from "./Webhooks";

const PARTS: { id: string; act?: Act; element: React.ReactNode }[] = [
  { id: "own", element: <Own /> },
  { id: "sessions", element: <Sessions /> },
  { id: "regions", element: <Regions /> },
  { id: "members", act: "member.view", element: <Members /> },
  { id: "keys", act: "key.view", element: <Keys /> },
  { id: "webhooks", act: "webhook.view", element: <Webhooks /> },
  { id: "usage", act: "usage.view", element: <Usage /> },
];

/** What a person sets for themselves, and what belongs to the centre. */
export default function Settings() {
  const { t } = useTexts();
  return (
    <div className="sheet settings">
      <header>
        <h1>{t("ui-nav-settings")}</h1>
      </header>
      <div className="settings-frame">
        <nav className="settings-nav" aria-label={t("ui-nav-settings")}>
          {PARTS.map((part) => (
            <NavLink key={part.id} to={`/settings/${part.id}`}>
              {t(`ui-settings-${part.id}`)}
            </NavLink>
          ))}
        </nav>
        <div>
          <Routes>
            <Route index element={<Navigate to="/settings/own" replace />} />
            {PARTS.map((part) => (
              <Route key={part.id} path={part.id} element={<Guarded part={part} />} />
            ))}
          </Routes>
        </div>
      </div>
    </div>
  );
}

function Guarded({ part }: { part: (typeof PARTS)[number] }) {
  const { t } = useTexts();
  const access = useAccess();
  if (part.act && access.person && !access.may(part.act)) {
    const roles = access.rolesFor(part.act).map((role) => t(`ui-role-${role}`));
    return <Notice>{t("ui-role-needed", { roles: { items: roles, style: "or" } })}</Notice>;
  }
  return (
    <section className="stack wide" aria-label={t(`ui-settings-${part.id}`)}>
      {part.element}
    </section>
  );
}
