import { type SelectQueryBuilder, sql } from "kysely";
import type { DB } from "../../db/schema.ts";
import { productRules } from "../product-rules.ts";

interface ListOrder {
  table: keyof DB;
  as?: string;
  time: string;
  direction: "asc" | "desc";
}

/** `after`: the previous page's last row. */
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
