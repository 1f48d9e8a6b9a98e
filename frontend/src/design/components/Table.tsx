import type { ReactNode } from "react";
import { useTexts } from "@/texts";

interface TableProps {
  heads: readonly string[];
  /** Whether a last column has buttons; its head is for screen readers alone. */
  acts?: boolean;
  /** Rows: one `tr` each. */
  children: ReactNode;
}

/** A table that scrolls sideways where the screen is narrow. */
export function Table({ heads, acts = false, children }: TableProps) {
  const { t } = useTexts();
  return (
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
            {acts && (
              <th scope="col">
                <span className="visually-hidden">{t("ui-acts")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
