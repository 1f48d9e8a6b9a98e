import { useQuery } from "@tanstack/react-query";
import { me } from "./queries";
import type { Me, TenantRole } from "./schema";

export type Act =
  | "diagnosis.view"
  | "diagnosis.create"
  | "diagnosis.cancel"
  | "diagnosis.steer"
  | "report.review"
  | "report.publish"
  | "library.view"
  | "key.view"
  | "key.manage"
  | "member.view"
  | "member.manage"
  | "webhook.view"
  | "webhook.manage"
  | "audit.view"
  | "usage.view"
  | "region.manage";

/** Roles that may do each act: for the sentence that says why a person may not. */
export const ALLOWED_TO: Record<Act, TenantRole[]> = {
  "diagnosis.view": ["viewer"],
  "diagnosis.create": ["forecaster", "duty_lead", "tenant_admin"],
  "diagnosis.cancel": ["forecaster", "duty_lead", "tenant_admin"],
  "diagnosis.steer": ["forecaster", "duty_lead", "tenant_admin"],
  "report.review": ["reviewer", "duty_lead"],
  "report.publish": ["duty_lead"],
  "library.view": ["viewer"],
  "key.view": ["tenant_admin", "auditor"],
  "key.manage": ["tenant_admin"],
  "member.view": ["tenant_admin", "auditor"],
  "member.manage": ["tenant_admin"],
  "webhook.view": ["tenant_admin", "auditor"],
  "webhook.manage": ["tenant_admin"],
  "audit.view": ["tenant_admin", "auditor"],
  "usage.view": ["viewer"],
  "region.manage": ["forecaster", "duty_lead", "tenant_admin"],
};

export interface Access {
  person: Me | undefined;
  may: (act: Act) => boolean;
  rolesFor: (act: Act) => TenantRole[];
}

/** What the person who is signed in may do in the active centre. */
export function useAccess(): Access {
  const person = useQuery(me).data;
  return {
    person,
    may: (act) => person?.verbs.includes(act) ?? false,
    rolesFor: (act) => ALLOWED_TO[act],
  };
}
