import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";

/**
 * Keeps who issues documents from now on: our own name, address and VAT id, line by line. Asked at every start; the same
 * lines as before change nothing, so that documents of the past go on naming who issued them then.
 */
export async function rememberIssuer(db: Kysely<DB>, lines: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into issuers (since, lines)
    select ${now}, ${[...lines]}::text[]
    where (select lines from issuers order by since desc limit 1) is distinct from ${[...lines]}::text[]
    on conflict (since) do nothing`.execute(db);
}

/** Who issued documents at a moment; what is from before the first that was kept has the first. Null where none was kept. */
export function issuerAt(at: Date): RawBuilder<string[] | null> {
  return sql<string[] | null>`(select i.lines from issuers i
    order by i.since > ${at}, case when i.since > ${at} then i.since end, i.since desc limit 1)`;
}
