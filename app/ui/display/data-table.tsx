import type { ReactElement, ReactNode } from "react";

/** One row: its key, and a cell for each column. The first one names the row. */
export interface DataRow {
  key: string;
  cells: readonly ReactNode[];
}

/** A table that is a list of cards on a phone, where each cell carries its column's name. */
export function DataTable({
  caption,
  columns,
  rows,
  empty,
}: {
  caption: string;
  columns: readonly string[];
  rows: readonly DataRow[];
  /** What is said when there is no row. */
  empty: string;
}): ReactElement {
  if (rows.length === 0) return <p className="help">{empty}</p>;
  return (
    <table className="data">
      <caption className="hidden-visually">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            {columns.map((column, place) =>
              place === 0 ? (
                <th key={column} scope="row">
                  {row.cells[place]}
                </th>
              ) : (
                <td key={column} data-label={column}>
                  {row.cells[place]}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The way to the next page of a list, when there is one. */
export function NextPage({ href, text }: { href: string | null; text: string }): ReactElement | null {
  return href === null ? null : (
    <p>
      <a href={href} rel="next">
        {text}
      </a>
    </p>
  );
}

/** What is known of something, name by name. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }): ReactElement {
  return (
    <dl className="own-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
