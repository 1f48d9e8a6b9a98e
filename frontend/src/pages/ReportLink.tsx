import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCentre } from "@/app/context";
import styles from "./links.module.css";

interface ReportLinkProps {
  diagnosis: string;
  number: number;
  children: ReactNode;
}

/** Leads from a list to the reading view of a version. */
export function ReportLink({ diagnosis, number, children }: ReportLinkProps) {
  const { centre } = useCentre();
  return (
    <Link
      className={styles.open}
      to="/c/$centre/diagnoses/$diagnosis/report/$number"
      params={{ centre, diagnosis, number }}
    >
      {children}
    </Link>
  );
}

/** Leads to the newest version of a diagnosis' report, whichever that is by then. */
export function NewestLink({ diagnosis, children }: { diagnosis: string; children: ReactNode }) {
  const { centre } = useCentre();
  return (
    <Link
      className={styles.open}
      to="/c/$centre/diagnoses/$diagnosis/report"
      params={{ centre, diagnosis }}
    >
      {children}
    </Link>
  );
}

/** Leads to a diagnosis: how it grows, or how it came about. */
export function RunLink({ diagnosis, children }: { diagnosis: string; children: ReactNode }) {
  const { centre } = useCentre();
  return (
    <Link
      className={styles.open}
      to="/c/$centre/diagnoses/$diagnosis"
      params={{ centre, diagnosis }}
    >
      {children}
    </Link>
  );
}
