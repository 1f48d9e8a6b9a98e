import { EVENTS } from "@/design/components/Marks";
import type { CellInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { CATEGORIES, type Cell, MODALITIES } from "../search";
import styles from "./queue.module.css";

interface MatrixProps {
  cells: readonly CellInfo[];
  chosen: Cell;
  onChange: (cell: Cell) => void;
}

const COLUMNS = CATEGORIES.flatMap((category) =>
  MODALITIES.map((modality) => ({ category, modality })),
);

/** How many entries there are of each type of event, category and kind of factor; a cell narrows the list. */
export function Matrix({ cells, chosen, onChange }: MatrixProps) {
  const { t, label } = useTexts();
  const cellOf = (cell: Cell) =>
    cells.find(
      (one) =>
        one.event === cell.event &&
        one.category === cell.category &&
        one.modality === cell.modality,
    );
  return (
    <details className={styles.matrix} open={isCell(chosen)}>
      <summary>{t("queue-matrix")}</summary>
      <p className={styles.hint}>{t("queue-matrix-lead")}</p>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <td />
              {CATEGORIES.map((category) => (
                <th key={category} scope="colgroup" colSpan={MODALITIES.length}>
                  {label(category)}
                </th>
              ))}
            </tr>
            <tr>
              <td />
              {COLUMNS.map(({ category, modality }) => (
                <th key={`${category} ${modality}`} scope="col">
                  {label(modality)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {EVENTS.map((event) => (
              <tr key={event}>
                <th scope="row">{label(event)}</th>
                {COLUMNS.map((column) => {
                  const cell = { event, ...column };
                  const found = cellOf(cell);
                  const isChosen = isCell(chosen) && sameCell(cell, chosen);
                  const said = t("queue-cell", {
                    entries: found?.entries ?? 0,
                    attention: found?.attention ?? 0,
                  });
                  return (
                    <td key={`${column.category} ${column.modality}`}>
                      <button
                        type="button"
                        aria-pressed={isChosen}
                        title={said}
                        onClick={() => onChange(isChosen ? {} : cell)}
                      >
                        {found?.entries ?? 0}{" "}
                        {(found?.attention ?? 0) > 0 && <small>{found?.attention}</small>}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

const isCell = ({ event, category, modality }: Cell) => Boolean(event || category || modality);

const sameCell = (one: Cell, other: Cell) =>
  one.event === other.event && one.category === other.category && one.modality === other.modality;
