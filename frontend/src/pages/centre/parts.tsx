import { useCentre } from "@/app/context";
import { Choices } from "@/design/components/Choices";
import type { TenantRole } from "@/generated/schema";
import { useTexts } from "@/text";
import { ROLES } from "../roles";

interface RolePickerProps {
  /** Roles that are offered; without, all that people have. */
  offered?: readonly TenantRole[];
  value: readonly TenantRole[];
  onChange: (roles: TenantRole[]) => void;
}

const OF_PEOPLE = ROLES.filter((role) => role !== "service");

/** Roles, each with what it may do; those beyond one's own rights cannot be chosen. */
export function RolePicker({ offered = OF_PEOPLE, value, onChange }: RolePickerProps) {
  const { t } = useTexts();
  const { grants } = useCentre();
  return (
    <Choices
      label={t("centre-roles")}
      options={offered.map((role) => ({
        value: role,
        name: t(`role-${role}`),
        more: grants.includes(role) ? t(`role-may-${role}`) : t("centre-not-yours"),
        isDisabled: !grants.includes(role),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
