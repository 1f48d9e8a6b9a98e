import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCentre } from "@/app/context";
import { useVersion } from "../reader";
import type { ReadingSearch } from "../search";

interface VersionLinkProps {
  number: number;
  search?: ReadingSearch;
  children: ReactNode;
}

/** Leads to a version of the report that is read. */
export function VersionLink({ number, search = {}, children }: VersionLinkProps) {
  const { centre } = useCentre();
  const { diagnosis } = useVersion();
  return (
    <Link
      to="/c/$centre/diagnoses/$diagnosis/report/$number"
      params={{ centre, diagnosis, number }}
      search={search}
    >
      {children}
    </Link>
  );
}
