import type { ReactNode } from "react";
import styles from "./Table.module.css";

export interface Column<Row> {
  id: string;
  name: string;
  cell: (row: Row) => ReactNode;
  /** A second, quieter line. */
  more?: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** Rows of one kind. Below 760 pixels each row is a card. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col">
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-row>
              {columns.map((column) => {
                const more = column.more?.(row);
                return (
                  <td key={column.id} data-label={column.name}>
                    {column.cell(row)}
                    {more && <span className={styles.second}>{more}</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
