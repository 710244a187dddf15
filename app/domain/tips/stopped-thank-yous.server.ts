import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Tokens } from "../../crypto/crypto.server.ts";

/** By what an address is known that wants no more thank-yous: 128 bits of its hash, whatever its case. */
export function addressKey(email: string): string {
  const hex = createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Whether an address has said that it wants no more thank-yous. */
export async function hasStoppedThankYous(db: Kysely<DB>, email: string): Promise<boolean> {
  const row = await db
    .selectFrom("stopped_thank_yous")
    .select("address_key")
    .where("address_key", "=", addressKey(email))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * No more thank-yous to the address whose mail had this link, not even those that wait to be sent. False for a link that is
 * not ours; repeating it changes nothing.
 */
export async function stopThankYous(
  services: { db: Kysely<DB>; tokens: Pick<Tokens, "verify">; clock: () => Date },
  token: string,
): Promise<boolean> {
  const address_key = services.tokens.verify("thank-you-stop", token);
  if (address_key === null) return false;
  await services.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("stopped_thank_yous")
      .values({ address_key, stopped_at: services.clock() })
      .onConflict((conflict) => conflict.column("address_key").doNothing())
      .execute();
    const unsent = await trx
      .selectFrom("mail_outbox")
      .select(["id", "recipient"])
      .where("template", "=", "thank_you")
      .where("status", "in", ["QUEUED", "FAILED"])
      .execute();
    const theirs = unsent.filter(({ recipient }) => addressKey(recipient) === address_key);
    if (theirs.length === 0) return;
    const ids = theirs.map(({ id }) => id);
    await trx.deleteFrom("mail_outbox").where("id", "in", ids).execute();
  });
  return true;
}
