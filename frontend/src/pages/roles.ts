import type { TenantRole } from "@/generated/schema";
import type { Part, Texts } from "@/text";

/** The names of roles, and what each may do. */
export const ROLE_TEXTS: Part = {
  en: () => import("../../messages/roles.en.ftl?raw"),
  zh: () => import("../../messages/roles.zh.ftl?raw"),
};

export const ROLES: readonly TenantRole[] = [
  "forecaster",
  "reviewer",
  "duty_lead",
  "curator",
  "tenant_admin",
  "auditor",
  "viewer",
  "service",
];

/** The roles by name, in one order wherever they stand. */
export const namesOf = (roles: readonly string[], { t }: Texts): string =>
  ROLES.filter((role) => roles.includes(role))
    .map((role) => t(`role-${role}`))
    .join(" · ");
