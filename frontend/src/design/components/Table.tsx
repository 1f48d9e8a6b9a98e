import { Fragment, type ReactNode } from "react";
import styles from "./Table.module.css";

export interface Column<Row> {
  id: string;
  name: string;
  /** Its share of the table: what stands in the rows moves no column. */
  width: string;
  cell: (row: Row) => ReactNode;
  /** A second, quieter line. */
  more?: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** What must be read below a row, over its whole width. */
  noteOf?: (row: Row) => ReactNode;
  /** The key of a row that stands out. */
  marked?: string | undefined;
}

/** Rows of one kind. Below 1100 pixels each row is a card. */
export function Table<Row>({ label, columns, rows, keyOf, noteOf, marked }: TableProps<Row>) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={{ width: column.width }} />
          ))}
        </colgroup>
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
          {rows.map((row) => {
            const note = noteOf?.(row);
            return (
              <Fragment key={keyOf(row)}>
                <tr
                  data-row
                  data-marked={keyOf(row) === marked || undefined}
                  className={note ? styles.noted : undefined}
                >
                  {columns.map((column) => {
                    const more = column.more?.(row);
                    return (
                      <td key={column.id} data-label={column.name} data-column={column.id}>
                        {column.cell(row)}
                        {more && <span className={styles.second}>{more}</span>}
                      </td>
                    );
                  })}
                </tr>
                {note && (
                  <tr>
                    <td colSpan={columns.length} className={styles.note}>
                      {note}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
