import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { type Tokens, tokenHash } from "../../crypto/crypto.server.ts";
import type { CaseSide } from "./case-kinds.schema.ts";

/**
 * Makes a link of one side to a case, of which only the hash is kept. Returns the id by which whoever tells the side
 * makes the token again (`tokens.sign`); earlier links of the side go on working.
 */
export async function makeCaseLink(
  trx: Transaction<DB>,
  services: { tokens: Pick<Tokens, "sign">; newId: () => string },
  given: { case_id: string; side: CaseSide; now: Date },
): Promise<string> {
  const id = services.newId();
  const token_hash = tokenHash(services.tokens.sign("content-case", id));
  await trx
    .insertInto("content_case_links")
    .values({ token_hash, case_id: given.case_id, side: given.side, made_at: given.now })
    .execute();
  return id;
}

/** The case and the side of a link; null for a link that was not made here, that is void, or whose case is over. */
export async function findCaseLink(
  services: { db: Kysely<DB>; tokens: Pick<Tokens, "verify"> },
  token: string,
): Promise<{ case_id: string; side: CaseSide } | null> {
  if (services.tokens.verify("content-case", token) === null) return null;
  const link = await services.db
    .selectFrom("content_case_links")
    .select(["case_id", "side"])
    .where("token_hash", "=", tokenHash(token))
    .where("is_void", "=", false)
    .executeTakeFirst();
  return link ? { case_id: link.case_id, side: link.side === "CREATOR" ? "CREATOR" : "REPORTER" } : null;
}
