import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ListedKind } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Mark, type Tone } from "@/design/components/Marks";
import type { IconName } from "@/design/icons";
import type { CheckOutcome, ProposalState, Touch } from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";

const STATES: Record<ProposalState, [Tone, IconName]> = {
  draft: ["ink", "draft"],
  in_review: ["doubt", "in_review"],
  returned: ["bad", "back"],
  accepted: ["good", "published"],
  withdrawn: ["idle", "withdrawn"],
};

/** How far a proposal is. */
export function ProposalMark({ state }: { state: ProposalState }) {
  const { t } = useTexts();
  const [tone, icon] = STATES[state];
  return <Mark tone={tone} icon={icon} name={t(`lib-state-${state}`)} />;
}

const OUTCOMES: Record<CheckOutcome, [Tone, IconName]> = {
  agrees: ["good", "approved"],
  corrected: ["good", "approved"],
  contradicted: ["bad", "failed"],
  not_found: ["doubt", "warning"],
  unchecked: ["idle", "unknown"],
};

/** What came of looking for a publication. */
export function OutcomeMark({ outcome }: { outcome: CheckOutcome }) {
  const { t } = useTexts();
  const [tone, icon] = OUTCOMES[outcome];
  return <Mark tone={tone} icon={icon} name={t(`lib-value-outcome-${outcome}`)} />;
}

const TOUCHES: Record<Touch, [Tone, IconName]> = {
  verdict: ["doubt", "warning"],
  choice: ["ink", "diagnoses"],
  text: ["idle", "draft"],
};

interface TouchProps {
  touches: Touch;
  /** The kind of item that the field is of: criteria decide about events. */
  of?: ListedKind;
}

/** What a field decides. */
export function TouchMark({ touches, of }: TouchProps) {
  const { t } = useTexts();
  const [tone, icon] = TOUCHES[touches];
  const decided = of === "preset" ? "events" : touches;
  return (
    <span title={t(`lib-touches-${decided}-means`)}>
      <Mark tone={tone} icon={icon} name={t(`lib-touches-${decided}`)} />
    </span>
  );
}

interface CriteriaLinkProps {
  preset: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Leads to the criteria of an authority, as the centre has them. */
export function CriteriaLink({ preset, className, children }: CriteriaLinkProps) {
  const { centre } = useCentre();
  return (
    <Link
      to="/c/$centre/library/centre/criteria/$preset"
      params={{ centre, preset }}
      className={className}
    >
      {children}
    </Link>
  );
}

interface ItemLinkProps {
  kind: ListedKind;
  item: string;
  children: ReactNode;
}

/** Leads to an item of the library by its name there. */
export function ItemLink({ kind, item, children }: ItemLinkProps) {
  const { centre } = useCentre();
  const [event = "", name = ""] = item.split("/");
  if (kind === "cause") {
    return (
      <Link
        to="/c/$centre/library/explanations/$event/$item"
        params={{ centre, event, item: name }}
      >
        {children}
      </Link>
    );
  }
  if (kind === "preset") {
    return (
      <Link to="/c/$centre/library/criteria/$preset" params={{ centre, preset: item }}>
        {children}
      </Link>
    );
  }
  const to =
    kind === "entry"
      ? ("/c/$centre/library/entries/$item" as const)
      : ("/c/$centre/library/publications/$item" as const);
  return (
    <Link to={to} params={{ centre, item }}>
      {children}
    </Link>
  );
}

/** Who made a state of an item: a person, or the package that the platform came with. */
export function Writer({ of }: { of: string }) {
  const { t } = useTexts();
  return of.startsWith("system:") ? t("lib-by-package") : actorName(of);
}
