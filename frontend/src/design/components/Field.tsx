import { type ReactNode, useId } from "react";

interface FieldProps {
  label: string;
  hint?: ReactNode;
  mistake?: string | null;
  children: (props: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": boolean | undefined;
  }) => ReactNode;
}

/** A labelled control with its hint and, in place, what is wrong with it. */
export function Field({ label, hint, mistake, children }: FieldProps) {
  const id = useId();
  const described = mistake || hint ? `${id}-more` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-describedby": described, "aria-invalid": mistake ? true : undefined })}
      {(mistake || hint) && (
        <span
          id={described}
          className={mistake ? "mistake" : "hint"}
          role={mistake ? "alert" : undefined}
        >
          {mistake || hint}
        </span>
      )}
    </div>
  );
}
