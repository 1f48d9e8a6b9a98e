import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Problem } from "@/api/problems";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Notice, ProblemNotice } from "@/design/components/Feedback";
import { useTexts } from "@/text";
import styles from "./release.module.css";

interface ReleaseLinkProps {
  digest: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Leads to a release. */
export function ReleaseLink({ digest, className, children }: ReleaseLinkProps) {
  const { centre } = useCentre();
  return (
    <Link
      to="/c/$centre/library/releases/$digest"
      params={{ centre, digest }}
      className={className}
    >
      {children}
    </Link>
  );
}

/** Refusals of which the page says more plainly what to do. */
const KNOWN = [
  "nothing_to_release",
  "version_taken",
  "candidate_closed",
  "another_digest",
  "already_approved",
  "release_not_opened",
  "already_in_force",
  "already_proposed",
  "already_adopted",
  "adoption_withdrawn",
  "overlay_conflict",
] as const;

/** Why an act was refused. */
export function Refusal({ error }: { error: Error | null }) {
  const { t } = useTexts();
  if (error === null) return null;
  const known = error instanceof Problem && KNOWN.find((code) => code === error.code);
  if (!known) return <ProblemNotice error={error} />;
  return (
    <Notice tone="doubt" live>
      <p>{t(`release-refused-${known}`)}</p>
    </Notice>
  );
}

/** The mark of a release's content, short; the whole of it can be copied. */
export function Digest({ digest }: { digest: string }) {
  const { t } = useTexts();
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(digest).then(() => setCopied(true));
  return (
    <span className={styles.digest}>
      <code title={digest}>{digest.slice(0, 12)}</code>
      <Button kind="bare" onPress={copy}>
        {t("release-copy")}
      </Button>
      <span role="status">{isCopied && t("release-copied")}</span>
    </span>
  );
}

/** A heading of something with what is known of it. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
