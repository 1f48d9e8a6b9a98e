import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Choices } from "@/design/components/Choices";
import { Dialog } from "@/design/components/Dialog";
import { ProblemNotice } from "@/design/components/Feedback";
import layers from "@/design/components/Layers.module.css";
import type { TenantRole } from "@/generated/schema";
import { type Texts, useTexts } from "@/text";

const ROLES: readonly TenantRole[] = [
  "forecaster",
  "reviewer",
  "duty_lead",
  "curator",
  "tenant_admin",
  "auditor",
  "viewer",
  "service",
];

export const namesOf = (roles: readonly string[], { t }: Texts): string =>
  ROLES.filter((role) => roles.includes(role))
    .map((role) => t(`role-${role}`))
    .join(" · ");

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

/** An act on the centre; when it is done, the lists of the centre are read again. */
export function useAct<Given, Done>(
  act: (given: Given) => Promise<Done>,
  onDone: (done: Done) => void,
): UseMutationResult<Done, Error, Given> {
  const { centre } = useCentre();
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (done) => {
      void client.invalidateQueries({ queryKey: [centre] });
      onDone(done);
    },
  });
}

interface FormDialogProps {
  title: string;
  act: string;
  kind?: "main" | "danger";
  /** Whether something is missing that the act needs. */
  isIncomplete?: boolean;
  doing: Pick<UseMutationResult<unknown, Error, never>, "isPending" | "error">;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: what is refused is said in it, and nothing that was typed is lost. */
export function FormDialog(props: FormDialogProps) {
  const { t } = useTexts();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <Dialog title={props.title} isOpen onClose={props.onClose}>
      <form className={layers.form} onSubmit={submit}>
        {props.children}
        {props.doing.error && <ProblemNotice error={props.doing.error} />}
        <div className={layers.acts}>
          <Button
            type="submit"
            kind={props.kind ?? "main"}
            isPending={props.doing.isPending}
            isDisabled={props.isIncomplete}
          >
            {props.act}
          </Button>
          <Button onPress={props.onClose}>{t("centre-leave")}</Button>
        </div>
      </form>
    </Dialog>
  );
}
