import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCentre } from "@/app/context";
import { Ago } from "@/design/components/Time";
import type { ProposalDetail } from "@/generated/schema";
import links from "@/pages/links.module.css";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { isolated } from "@/text/isolated";
import { ProposalMark } from "../parts";
import { Declared } from "./History";
import { interestOf, isClosed, nextOf } from "./model";
import styles from "./proposal.module.css";
import { TakeOver } from "./Whole";

/** Whose proposal it is, how far it is, and what comes next. */
export function Head({ proposal }: { proposal: ProposalDetail }) {
  const { t } = useTexts();
  const owner = actorName(proposal.owner);
  const next = nextOf(proposal);
  const open = proposal.changes.filter((field) => !field.approved);
  const count = next === "decide" ? open.filter((field) => field.waits_for_me).length : open.length;
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <h1>{proposal.mine ? t("proposal-of-me") : t("proposal-of", { owner })}</h1>
        <ProposalMark state={proposal.state} />
      </div>
      <p>
        {t(`proposal-next-${next}`, { owner, count })} {next === "accepted" && <ReleasesLink />}
      </p>
    </header>
  );
}

/** Leads to the releases, by which diagnoses get what the library says. */
export function ReleasesLink() {
  const { t } = useTexts();
  const { centre } = useCentre();
  return (
    <Link className={links.open} to="/c/$centre/library/releases" params={{ centre }}>
      {t("proposal-to-releases")}
    </Link>
  );
}

/** Beside the fields: why they are proposed, by whom, and since when. */
export function Facts({ proposal, isEdited }: { proposal: ProposalDetail; isEdited: boolean }) {
  const { t } = useTexts();
  const { state, approved, fields, submitted_at, closed_at } = proposal;
  return (
    <aside className={styles.facts} aria-label={t("proposal-facts")}>
      {!isEdited && (
        <>
          <h2>{t("proposal-reason")}</h2>
          <blockquote>{isolated(proposal.reason.trim()) || t("proposal-no-reason")}</blockquote>
          {proposal.effect_reason.trim() !== "" && (
            <>
              <h2>{t("proposal-effect-reason")}</h2>
              <blockquote>{isolated(proposal.effect_reason.trim())}</blockquote>
            </>
          )}
          {proposal.unmeasured.trim() !== "" && (
            <>
              <h2>{t("proposal-unmeasured-why")}</h2>
              <blockquote>{isolated(proposal.unmeasured.trim())}</blockquote>
            </>
          )}
          <Declared person={actorName(proposal.owner)} text={interestOf(proposal)} />
        </>
      )}
      <dl>
        <Fact name={t("proposal-owner")}>{actorName(proposal.owner)}</Fact>
        <Fact name={t("proposal-begun")}>
          <Ago at={proposal.created_at} />
        </Fact>
        <Fact name={t("proposal-saved")}>
          <Ago at={proposal.saved_at} />
        </Fact>
        {submitted_at && (
          <Fact name={t("proposal-handed-in")}>
            <Ago at={submitted_at} />
          </Fact>
        )}
        {isClosed(state) && closed_at && (
          <Fact name={t(`proposal-closed-${state}`)}>
            <Ago at={closed_at} />
          </Fact>
        )}
        <Fact name={t("proposal-fields-approved")}>
          {t("proposal-approved-of", { approved, fields })}
        </Fact>
      </dl>
      {proposal.abandoned && <TakeOver proposal={proposal} />}
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
