import { type SelectQueryBuilder, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";

/** What a list is ordered by: a time of its rows, and their ids where two have the same time. */
interface ListOrder {
  table: keyof DB;
  /** What the query calls the table; without it, the table's own name. */
  as?: string;
  time: string;
  direction: "asc" | "desc";
}

/** A page of a list of the back office; `after` is the last row of the page before, `next` what the next is asked with. */
export async function readPage<Tables, Names extends keyof Tables, Row extends { id: string }>(
  query: SelectQueryBuilder<Tables, Names, Row>,
  order: ListOrder,
  after: string | null,
) {
  const name = order.as ?? order.table;
  const time = sql.ref(`${name}.${order.time}`);
  const id = sql.ref(`${name}.id`);
  let page = query
    .orderBy(time, order.direction)
    .orderBy(id, order.direction)
    .limit(productRules.admin_rows + 1);
  if (after !== null) {
    const last = sql`(select last.${sql.ref(order.time)}, last.id from ${sql.table(order.table)} as last where last.id = ${after})`;
    page = page.where(
      order.direction === "asc"
        ? sql<boolean>`(${time}, ${id}) > ${last}`
        : sql<boolean>`(${time}, ${id}) < ${last}`,
    );
  }
  const found = await page.execute();
  const rows = found.slice(0, productRules.admin_rows);
  return { rows, next: found.length > rows.length ? (rows.at(-1)?.id ?? null) : null };
}
