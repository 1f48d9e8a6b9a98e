import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Dialog } from "@/design/components/Dialog";
import { ProblemNotice } from "@/design/components/Feedback";
import layers from "@/design/components/Layers.module.css";
import { useTexts } from "@/text";

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
  /** What leaving is called, where it is more than that. */
  leave?: string;
  onSubmit: () => void;
  onClose: () => void;
  wide?: boolean;
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
    <Dialog title={props.title} isOpen onClose={props.onClose} wide={props.wide ?? false}>
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
          <Button onPress={props.onClose}>{props.leave ?? t("leave")}</Button>
        </div>
      </form>
    </Dialog>
  );
}
