import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";

const SHOWN = 50;

/** A post that stands at a network. */
export interface PostedText {
  id: string;
  network: string;
  text: string;
  at: Date;
  username: string | null;
}

/** The newest posts that networks have taken, whoever they are of: for the demo alone (docs/product.md, 2.1). */
export async function listPosted(db: Kysely<DB>): Promise<PostedText[]> {
  const { rows } = await sql<PostedText>`
    select p.id, p.network, p.text, p.ended_at as at, u.username
    from microblog_posts p join users u on u.id = p.user_id
    where p.status = 'POSTED' order by p.created_at desc, p.id desc limit ${SHOWN}`.execute(db);
  return rows;
}
