import type { TenantRole } from "@/api/schema";
import { useTexts } from "@/texts";

export const ROLES: TenantRole[] = [
  ...([
    "viewer",
    "forecaster",
    "reviewer",
    "duty_lead",
    "curator",
    "tenant_admin",
    "auditor",
  ] as const),
];

/** A set of roles: what each allows stands beside it. */
export function RolePicker({
  label,
  chosen,
  onChange,
  roles = ROLES,
}: {
  label: string;
  chosen: TenantRole[];
  onChange: (roles: TenantRole[]) => void;
  roles?: TenantRole[];
}) {
  const { t } = useTexts();
  return (
    <fieldset className="field roles">
      <legend>{label}</legend>
      {roles.map((role) => (
        <label key={role} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(role)}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...chosen, role] : chosen.filter((one) => one !== role),
              )
            }
          />
          <span>{t(`ui-role-${role}`)}</span>
          <span className="tiny quiet">{t(`ui-role-${role}-may`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
