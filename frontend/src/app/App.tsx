import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { lazy, useEffect, useState } from "react";
import { createBrowserRouter, RouterProvider } from "react-router";
import { refreshSession } from "@/api/client";
import { Problem } from "@/api/problems";
import { me, queryClient } from "@/api/queries";
import { session } from "@/api/session";
import { Bones, Button, Notice, ProblemNotice } from "@/design";
import { preferredLanguage, showIn, useTexts } from "@/texts";
import { Invitations } from "./Invitations";
import { NotFound, PageFault } from "./NotFound";
import { ReportAddress } from "./ReportAddress";
import { Shell } from "./Shell";
import { SignInPage } from "./SignIn";

const page = (load: () => Promise<{ default: React.ComponentType }>) => lazy(load);
const Situation = page(() => import("@/pages/situation"));
const Diagnoses = page(() => import("@/pages/diagnoses"));
const Diagnosis = page(() => import("@/pages/diagnosis"));
const NewDiagnosis = page(() => import("@/pages/new"));
const Ask = page(() => import("@/pages/ask"));
const Library = page(() => import("@/pages/library"));
const Sources = page(() => import("@/pages/sources"));
const Climatologies = page(() => import("@/pages/climatologies"));
const Audit = page(() => import("@/pages/audit"));
const Settings = page(() => import("@/pages/settings"));
const Design = page(() => import("@/pages/design"));

const router = createBrowserRouter([
  {
    element: <Shell />,
    errorElement: <PageFault />,
    children: [
      {
        errorElement: <PageFault />,
        children: [
          { index: true, element: <Situation /> },
          { path: "diagnoses", element: <Diagnoses /> },
          { path: "diagnoses/:id/*", element: <Diagnosis /> },
          { path: "reports/:id", element: <ReportAddress /> },
          { path: "new", element: <NewDiagnosis /> },
          { path: "ask", element: <Ask /> },
          { path: "library/*", element: <Library /> },
          { path: "sources/*", element: <Sources /> },
          { path: "climatologies", element: <Climatologies /> },
          { path: "audit", element: <Audit /> },
          { path: "settings/*", element: <Settings /> },
          { path: "design", element: <Design /> },
          { path: "*", element: <NotFound /> },
        ],
      },
    ],
  },
]);

/** Finds out who is here; then the pages, or what has to come first. */
function Entrance() {
  const { t } = useTexts();
  const [state, setState] = useState<"asking" | "out" | "in" | Problem>("asking");
  const ask = () => {
    setState("asking");
    refreshSession().then(
      (found) => setState(found.signed_in ? "in" : "out"),
      (error) => setState(error),
    );
  };
  useEffect(ask, []);
  const person = useQuery({ ...me, enabled: state === "in" });
  const own = person.data?.language;
  useEffect(() => {
    if (own && !localStorage.getItem("hvrmet.language")) void showIn(own);
  }, [own]);

  if (state instanceof Problem) {
    return (
      <main className="entrance">
        <section>
          <span className="wordmark">HVR-Met</span>
          <ProblemNotice error={state} retry={ask} />
        </section>
      </main>
    );
  }
  if (state === "out") return <SignInPage onDone={() => setState("in")} />;
  if (person.data) return <RouterProvider router={router} />;
  if (person.error instanceof Problem) {
    if (person.error.code === "no_tenant") {
      session.chooseTenant(null);
      return <Invitations onDone={() => void person.refetch()} />;
    }
    return (
      <main className="entrance">
        <section>
          <span className="wordmark">HVR-Met</span>
          {person.error.code === "second_factor_required" ? (
            <Notice tone="doubt">
              <p>{t("ui-factor-missing")}</p>
              <a href="/accounts/2fa/">{t("ui-second-factor")}</a>
            </Notice>
          ) : (
            <ProblemNotice error={person.error} retry={() => void person.refetch()} />
          )}
          <Button onClick={() => setState("out")}>{t("ui-sign-in")}</Button>
        </section>
      </main>
    );
  }
  return (
    <div className="loading-page">
      <Bones lines={8} height={24} />
    </div>
  );
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Entrance />
    </QueryClientProvider>
  );
}

export const start = () => showIn(preferredLanguage());
