import type { ReactNode } from "react";
import { Icon } from "@/design/icons";
import { useTexts } from "@/text";
import type { Blocker } from "./draft";
import styles from "./new.module.css";
import { Refusal } from "./refusal";

/** The place of a part on the page: what leads to it looks for this. */
export const placeOf = (at: Blocker["at"]) => `new-${at}`;

/** Brings a part into view and puts the focus on its first control. */
export function leadTo(at: Blocker["at"]) {
  const place = document.getElementById(placeOf(at));
  const folded = place?.closest("details");
  if (folded) folded.open = true;
  const control = place?.querySelector<HTMLElement>(
    "input:checked, input, [role=spinbutton], button, [tabindex='0']",
  );
  place?.scrollIntoView({ block: "nearest" });
  control?.focus();
}

interface PartProps {
  at: Blocker["at"];
  title: string;
  blockers: readonly Blocker[];
  /** What the platform refused of this part. */
  refusal: Error | null;
  children: ReactNode;
}

/** One part of the form; what keeps it from being sent stands in it. */
export function PartSection({ at, title, blockers, refusal, children }: PartProps) {
  const own = blockers.filter((one) => one.at === at);
  return (
    <section className={styles.part} id={placeOf(at)} aria-labelledby={`${placeOf(at)}-title`}>
      <h2 id={`${placeOf(at)}-title`}>{title}</h2>
      {children}
      <Faults blockers={own} />
      {refusal && <Refusal error={refusal} />}
    </section>
  );
}

/** What is wrong here, in words. */
export function Faults({ blockers }: { blockers: readonly Blocker[] }) {
  const said = useBlockerText();
  return (
    <div role="status" className={styles.faults}>
      {blockers.map((one) => (
        <p key={`${one.code} ${one.message}`} className={styles.fault}>
          <Icon name="warning" size={14} />
          {said(one)}
        </p>
      ))}
    </div>
  );
}

/** Says what keeps a request from being sent, in the platform's words where it has said it. */
export function useBlockerText(): (blocker: Blocker) => string {
  const { t } = useTexts();
  return ({ code, message }) => message || t(`new-block-${code}`);
}

/** A doubt that does not keep anything from being sent. */
export function Remark({ children }: { children: ReactNode }) {
  return (
    <p className={styles.remark} role="status">
      <Icon name="info" size={14} />
      <span>{children}</span>
    </p>
  );
}
