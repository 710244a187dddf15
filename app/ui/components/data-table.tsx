import type { ReactNode } from "react";
import type { Stamp } from "../../domain/money/formats.ts";
import { PageLink } from "./page-link.tsx";

export type DataColumn = string | { name: string; isFigure: true } | { name: string; isMoment: true };

export const figure = (name: string) => ({ name, isFigure: true }) as const;
export const time = (name: string) => ({ name, isMoment: true }) as const;

export interface DataRow {
  key: string;
  cells: readonly (ReactNode | Stamp)[];
}

export function Moment({ stamp: { at, short, full } }: { stamp: Stamp }) {
  return (
    <time dateTime={at} title={full}>
      {short}
    </time>
  );
}

const isStamp = (cell: ReactNode | Stamp): cell is Stamp =>
  typeof cell === "object" && cell !== null && "short" in cell && "full" in cell;

function shown(cell: ReactNode | Stamp): ReactNode {
  return isStamp(cell) ? <Moment stamp={cell} /> : cell;
}

export function DataTable({
  caption,
  columns,
  rows,
  empty,
  totals = [],
}: {
  caption: string;
  columns: readonly DataColumn[];
  rows: readonly DataRow[];
  empty: string;
  totals?: readonly DataRow[];
}) {
  if (rows.length === 0) return <p className="help">{empty}</p>;
  return (
    <div className="data-room">
      <table className="data">
        <caption className="hidden-visually">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={nameOf(column)} scope="col" {...classOf(column)}>
                {nameOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} columns={columns} cells={row.cells} />
          ))}
        </tbody>
        {totals.length > 0 ? (
          <tfoot>
            {totals.map((row) => (
              <Row key={row.key} columns={columns} cells={row.cells} />
            ))}
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

function Row({ columns, cells }: { columns: readonly DataColumn[]; cells: readonly (ReactNode | Stamp)[] }) {
  return (
    <tr>
      {columns.map((column, place) =>
        place === 0 ? (
          <th key={nameOf(column)} scope="row">
            {shown(cells[place])}
          </th>
        ) : (
          <td key={nameOf(column)} data-label={nameOf(column)} {...classOf(column)}>
            {shown(cells[place])}
          </td>
        ),
      )}
    </tr>
  );
}

function nameOf(column: DataColumn): string {
  return typeof column === "string" ? column : column.name;
}

function classOf(column: DataColumn): { className?: string } {
  if (typeof column === "string") return {};
  return { className: "isFigure" in column ? "figure" : "moment" };
}

export function NextPage({ href, text }: { href: string | null; text: string }) {
  return href === null ? null : (
    <p>
      <PageLink href={href} rel="next">
        {text}
      </PageLink>
    </p>
  );
}

export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="own-facts">
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? "–"}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
