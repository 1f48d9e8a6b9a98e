import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  useParams,
} from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Skeleton } from "@/design/components/Feedback";
import {
  differenceSearch,
  entrySearch,
  overlaySearch,
  proposalSearch,
  queueSearch,
  referenceSearch,
  releaseSearch,
  wordSearch,
} from "@/pages/library/search";
import { newSearch, PRESETS } from "@/pages/new/search";
import { readingSearch } from "@/pages/report/search";
import { runSearch } from "@/pages/run/search";
import { diagnosisSearch, reportSearch } from "@/pages/search";
import { situationSearch } from "@/pages/situation/search";
import { ActivityProvider } from "./activity";
import { CentreProvider, useApp } from "./context";
import { NoSuchPage, NotYourCentre, PageFailed } from "./Failures";
import { Shell } from "./Shell";

const Components = lazy(() => import("@/pages/components"));
const CentrePage = lazy(() => import("@/pages/centre"));
const Situation = lazy(() => import("@/pages/situation"));
const NewDiagnosis = lazy(() => import("@/pages/new"));
const Diagnoses = lazy(() => import("@/pages/Diagnoses"));
const Reports = lazy(() => import("@/pages/Reports"));
const ReportPage = lazy(() => import("@/pages/report"));
const RunPage = lazy(() => import("@/pages/run"));
const Library = {
  Queue: lazy(() => import("@/pages/library/queue")),
  Entries: lazy(() => import("@/pages/library/Entries")),
  References: lazy(() => import("@/pages/library/References")),
  Search: lazy(() => import("@/pages/library/found")),
  Causes: lazy(() => import("@/pages/library/Causes")),
  Item: lazy(() => import("@/pages/library/item")),
  Proposals: lazy(() => import("@/pages/library/Proposals")),
  Proposal: lazy(() => import("@/pages/library/proposal")),
  Centre: lazy(() => import("@/pages/library/overlay")),
  CentreItem: lazy(() => import("@/pages/library/overlay/ItemPage")),
  Criteria: lazy(() => import("@/pages/library/criteria")),
  CentreCriteria: lazy(() => import("@/pages/library/overlay/Criteria")),
  Releases: lazy(() => import("@/pages/library/release/Releases")),
  Release: lazy(() => import("@/pages/library/release")),
  Candidate: lazy(() => import("@/pages/library/release/Candidate")),
};
const NewestReport = lazy(() => import("@/pages/NewestReport"));

const root = createRootRoute({ component: Frame, notFoundComponent: NoSuchPage });

function Frame() {
  const { centre } = useParams({ strict: false });
  const { start } = useApp();
  // A page without a centre of its own leads back to the one of the session.
  const wanted = centre ?? start.active;
  const known = start.centres.some((one) => one.slug === wanted);
  return (
    <Shell centre={known ? wanted : null}>
      <Suspense fallback={<Skeleton lines={8} height={28} />}>
        <Outlet />
      </Suspense>
    </Shell>
  );
}

const centre = createRoute({ getParentRoute: () => root, path: "/c/$centre", component: Centre });

function Centre() {
  const { centre: slug } = centre.useParams();
  const { start } = useApp();
  if (!start.centres.some((one) => one.slug === slug)) return <NotYourCentre />;
  // With the centre as its key, nothing of one centre stays in a component of another.
  return (
    <CentreProvider key={slug} centre={slug}>
      <ActivityProvider>
        <Outlet />
      </ActivityProvider>
    </CentreProvider>
  );
}

const situation = createRoute({
  getParentRoute: () => centre,
  path: "/",
  validateSearch: situationSearch,
  component: () => {
    const navigate = situation.useNavigate();
    return (
      <Situation
        search={situation.useSearch()}
        onSearch={(search) => void navigate({ search, resetScroll: false })}
      />
    );
  },
});

const newDiagnosis = createRoute({
  getParentRoute: () => centre,
  path: "/new",
  validateSearch: newSearch,
  component: () => {
    const { centre: slug } = centre.useParams();
    const navigate = newDiagnosis.useNavigate();
    return (
      <NewDiagnosis
        search={newDiagnosis.useSearch()}
        onSearch={(search, isTyping) =>
          void navigate({ search, resetScroll: false, replace: isTyping ?? false })
        }
        onSent={(diagnosis) =>
          void navigate({
            to: "/c/$centre/diagnoses/$diagnosis",
            params: { centre: slug, diagnosis },
          })
        }
      />
    );
  },
});

const diagnosisList = createRoute({
  getParentRoute: () => centre,
  path: "/diagnoses",
  validateSearch: diagnosisSearch,
  component: () => {
    const navigate = diagnosisList.useNavigate();
    return (
      <Diagnoses
        search={diagnosisList.useSearch()}
        onSearch={(search) => void navigate({ search })}
      />
    );
  },
});

const reportList = createRoute({
  getParentRoute: () => centre,
  path: "/reports",
  validateSearch: reportSearch,
  component: () => {
    const navigate = reportList.useNavigate();
    return (
      <Reports search={reportList.useSearch()} onSearch={(search) => void navigate({ search })} />
    );
  },
});

const reportPage = createRoute({
  getParentRoute: () => centre,
  path: "/diagnoses/$diagnosis/report/$number",
  params: {
    parse: ({ diagnosis, number }) => ({ diagnosis, number: Number(number) }),
    stringify: ({ diagnosis, number }) => ({ diagnosis, number: String(number) }),
  },
  validateSearch: readingSearch,
  component: () => {
    const { diagnosis, number } = reportPage.useParams();
    const navigate = reportPage.useNavigate();
    const search = reportPage.useSearch();
    return (
      <ReportPage
        // Nothing of one version stays in the view of another.
        key={`${diagnosis} ${number}`}
        version={{ diagnosis, number }}
        search={search}
        onSearch={(next) => void navigate({ search: next, resetScroll: false })}
        onVersion={(other) =>
          void navigate({ params: { diagnosis, number: other }, search: { in: search.in } })
        }
      />
    );
  },
});

const runPage = createRoute({
  getParentRoute: () => centre,
  path: "/diagnoses/$diagnosis",
  validateSearch: runSearch,
  component: () => {
    const { diagnosis } = runPage.useParams();
    const navigate = runPage.useNavigate();
    return (
      <RunPage
        // Nothing of one diagnosis stays in the view of another.
        key={diagnosis}
        diagnosis={diagnosis}
        search={runPage.useSearch()}
        onSearch={(search) => void navigate({ search, resetScroll: false })}
      />
    );
  },
});

const newestReport = createRoute({
  getParentRoute: () => centre,
  path: "/diagnoses/$diagnosis/report",
  component: () => {
    const { diagnosis } = newestReport.useParams();
    return <NewestReport diagnosis={diagnosis} />;
  },
});

const library = createRoute({ getParentRoute: () => centre, path: "/library" });

const libraryQueue = createRoute({
  getParentRoute: () => library,
  path: "/",
  validateSearch: queueSearch,
  component: () => {
    const navigate = libraryQueue.useNavigate();
    return (
      <Library.Queue
        search={libraryQueue.useSearch()}
        onSearch={(search) => void navigate({ search, resetScroll: false })}
      />
    );
  },
});

const libraryEntries = createRoute({
  getParentRoute: () => library,
  path: "/entries",
  validateSearch: entrySearch,
  component: () => {
    const navigate = libraryEntries.useNavigate();
    return (
      <Library.Entries
        search={libraryEntries.useSearch()}
        onSearch={(search) => void navigate({ search })}
      />
    );
  },
});

const libraryReferences = createRoute({
  getParentRoute: () => library,
  path: "/publications",
  validateSearch: referenceSearch,
  component: () => {
    const navigate = libraryReferences.useNavigate();
    return (
      <Library.References
        search={libraryReferences.useSearch()}
        onSearch={(search) => void navigate({ search })}
      />
    );
  },
});

const librarySearch = createRoute({
  getParentRoute: () => library,
  path: "/search",
  validateSearch: wordSearch,
  component: () => {
    const navigate = librarySearch.useNavigate();
    return (
      <Library.Search
        search={librarySearch.useSearch()}
        onSearch={(search) => void navigate({ search, replace: true })}
      />
    );
  },
});

const libraryCauses = createRoute({
  getParentRoute: () => library,
  path: "/explanations",
  component: () => <Library.Causes />,
});

const libraryEntry = createRoute({
  getParentRoute: () => library,
  path: "/entries/$item",
  component: () => {
    const { item } = libraryEntry.useParams();
    return <Library.Item key={item} kind="entry" item={item} />;
  },
});

const libraryReference = createRoute({
  getParentRoute: () => library,
  path: "/publications/$item",
  component: () => {
    const { item } = libraryReference.useParams();
    return <Library.Item key={item} kind="reference" item={item} />;
  },
});

const libraryCause = createRoute({
  getParentRoute: () => library,
  path: "/explanations/$event/$item",
  component: () => {
    const { event, item } = libraryCause.useParams();
    const name = `${event}/${item}`;
    return <Library.Item key={name} kind="cause" item={name} />;
  },
});

const libraryCentre = createRoute({
  getParentRoute: () => library,
  path: "/centre",
  validateSearch: overlaySearch,
  component: () => {
    const navigate = libraryCentre.useNavigate();
    return (
      <Library.Centre
        search={libraryCentre.useSearch()}
        onSearch={(search) => void navigate({ search, resetScroll: false })}
      />
    );
  },
});

const libraryCentreEntry = createRoute({
  getParentRoute: () => library,
  path: "/centre/entries/$item",
  component: () => {
    const { item } = libraryCentreEntry.useParams();
    return <Library.CentreItem key={item} kind="entry" item={item} />;
  },
});

const libraryCentreCause = createRoute({
  getParentRoute: () => library,
  path: "/centre/explanations/$event/$item",
  component: () => {
    const { event, item } = libraryCentreCause.useParams();
    const name = `${event}/${item}`;
    return <Library.CentreItem key={name} kind="cause" item={name} />;
  },
});

const libraryCriteria = createRoute({
  getParentRoute: () => library,
  path: "/criteria",
  beforeLoad: ({ params: { centre } }) => {
    throw redirect({
      to: "/c/$centre/library/criteria/$preset",
      params: { centre, preset: PRESETS[0] },
      replace: true,
    });
  },
});

const libraryCriteriaOf = createRoute({
  getParentRoute: () => library,
  path: "/criteria/$preset",
  component: () => {
    const { preset } = libraryCriteriaOf.useParams();
    const navigate = libraryCriteriaOf.useNavigate();
    return (
      <Library.Criteria
        preset={preset}
        onPreset={(chosen) =>
          void navigate({
            to: "/c/$centre/library/criteria/$preset",
            params: (before) => ({ ...before, preset: chosen }),
            resetScroll: false,
          })
        }
      />
    );
  },
});

const centreCriteria = createRoute({
  getParentRoute: () => library,
  path: "/centre/criteria",
  beforeLoad: ({ params: { centre } }) => {
    throw redirect({
      to: "/c/$centre/library/centre/criteria/$preset",
      params: { centre, preset: PRESETS[0] },
      replace: true,
    });
  },
});

const centreCriteriaOf = createRoute({
  getParentRoute: () => library,
  path: "/centre/criteria/$preset",
  component: () => {
    const { preset } = centreCriteriaOf.useParams();
    const navigate = centreCriteriaOf.useNavigate();
    return (
      <Library.CentreCriteria
        preset={preset}
        onPreset={(chosen) =>
          void navigate({
            to: "/c/$centre/library/centre/criteria/$preset",
            params: (before) => ({ ...before, preset: chosen }),
            resetScroll: false,
          })
        }
      />
    );
  },
});

const libraryProposals = createRoute({
  getParentRoute: () => library,
  path: "/proposals",
  validateSearch: proposalSearch,
  component: () => {
    const navigate = libraryProposals.useNavigate();
    return (
      <Library.Proposals
        search={libraryProposals.useSearch()}
        onSearch={(search) => void navigate({ search })}
      />
    );
  },
});

const libraryProposal = createRoute({
  getParentRoute: () => library,
  path: "/proposals/$proposal",
  component: () => {
    const { proposal } = libraryProposal.useParams();
    return <Library.Proposal key={proposal} proposal={proposal} />;
  },
});

const libraryReleases = createRoute({
  getParentRoute: () => library,
  path: "/releases",
  component: () => <Library.Releases />,
});

const libraryRelease = createRoute({
  getParentRoute: () => library,
  path: "/releases/$digest",
  validateSearch: releaseSearch,
  component: () => {
    const { digest } = libraryRelease.useParams();
    const navigate = libraryRelease.useNavigate();
    return (
      <Library.Release
        key={digest}
        digest={digest}
        search={libraryRelease.useSearch()}
        onSearch={(search) => void navigate({ search, resetScroll: false })}
      />
    );
  },
});

const libraryCandidate = createRoute({
  getParentRoute: () => library,
  path: "/candidates/$candidate",
  validateSearch: differenceSearch,
  component: () => {
    const { candidate } = libraryCandidate.useParams();
    const navigate = libraryCandidate.useNavigate();
    return (
      <Library.Candidate
        key={candidate}
        candidate={candidate}
        search={libraryCandidate.useSearch()}
        onSearch={(search) => void navigate({ search, resetScroll: false })}
      />
    );
  },
});

const members = createRoute({
  getParentRoute: () => centre,
  path: "/members",
  component: () => <CentrePage page="members" />,
});

const invitations = createRoute({
  getParentRoute: () => centre,
  path: "/invitations",
  component: () => <CentrePage page="invitations" />,
});

const keys = createRoute({
  getParentRoute: () => centre,
  path: "/keys",
  component: () => <CentrePage page="keys" />,
});

const sources = createRoute({
  getParentRoute: () => centre,
  path: "/sources",
  component: () => <CentrePage page="sources" />,
});

const components = createRoute({
  getParentRoute: () => root,
  path: "/components",
  component: Components,
});

const start = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => location.assign("/"),
});

const routes = root.addChildren([
  start,
  centre.addChildren([
    ...[situation, newDiagnosis, diagnosisList, runPage, reportList, reportPage, newestReport],
    library.addChildren([
      ...[libraryQueue, libraryEntries, libraryEntry, libraryReferences, libraryReference],
      ...[librarySearch, libraryCauses, libraryCause, libraryProposals, libraryProposal],
      ...[libraryCentre, libraryCentreEntry, libraryCentreCause],
      ...[libraryCriteria, libraryCriteriaOf, centreCriteria, centreCriteriaOf],
      ...[libraryReleases, libraryRelease, libraryCandidate],
    ]),
    ...[members, invitations, keys, sources],
  ]),
  components,
]);

export const createPages = () =>
  createRouter({
    routeTree: routes,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: NoSuchPage,
    trailingSlash: "preserve",
    scrollRestoration: true,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createPages>;
  }
}
