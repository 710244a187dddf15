import { type Expression, type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";

export async function rememberIssuer(db: Kysely<DB>, lines: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into issuers (since, lines)
    select ${now}, ${[...lines]}::text[]
    where (select lines from issuers order by since desc limit 1) is distinct from ${[...lines]}::text[]
    on conflict (since) do nothing`.execute(db);
}

/** At a moment, or the first. */
export function issuerAt(at: Date | Expression<Date>): RawBuilder<string[] | null> {
  return sql<string[] | null>`(select i.lines from issuers i
    order by i.since > ${at}, case when i.since > ${at} then i.since end, i.since desc limit 1)`;
}
