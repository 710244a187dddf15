import type { Kysely } from "kysely";
import type { TokenPurpose } from "../../../app/crypto/crypto.server.ts";
import { confirmEmailChange, requestEmailChange } from "../../../app/domain/auth/email-change.server.ts";
import type { DB } from "../../../db/schema.ts";
import { type Creator, createCreator } from "./creators.ts";
import { type PayoutWorld, withPayouts } from "./payout-world.ts";
import { createTipWorld } from "./tip-world.ts";

/** A creator whose address is confirmed, alone ACTIVE in their database. */
export interface AddressOwner {
  world: PayoutWorld;
  owner: Creator;
  ownEmail: string;
}

export async function createAddressOwner(db: Kysely<DB>): Promise<AddressOwner> {
  await db.updateTable("users").set({ status: "LOCKED" }).where("status", "=", "ACTIVE").execute();
  const world = withPayouts(createTipWorld(db));
  const owner = await createCreator(world);
  await confirmAddress(world, owner);
  return { world, owner, ownEmail: await emailOf(world, owner) };
}

let freshEmails = 0;

/** An address that no account has had. */
export function freshEmail(name: string): string {
  freshEmails += 1;
  return `${name}.${freshEmails}@elsewhere.example`;
}

/** A link that was mailed to an address last, by the mail's template. */
export async function mailedLink(
  world: PayoutWorld,
  template: "email_change" | "email_changed" | "email_restored" | "password_reset" | "deletion",
  recipient: string,
): Promise<string> {
  const purposes: Record<typeof template, TokenPurpose> = {
    email_change: "email",
    email_changed: "email-undo",
    email_restored: "password",
    password_reset: "password",
    deletion: "deletion",
  };
  const rows = await world.db
    .selectFrom("mail_outbox")
    .select("dedupe_key")
    .where("template", "=", template)
    .where("recipient", "=", recipient)
    .orderBy("created_at", "desc")
    .execute();
  const id = rows[0]?.dedupe_key.split(":")[1];
  if (!id) throw new Error(`no mail "${template}" to ${recipient}`);
  return world.tokens.sign(purposes[template], id);
}

/** Asks for another address and confirms it; the link that undoes it. */
export async function moveTo(world: PayoutWorld, creator: Creator, email: string): Promise<string> {
  const before = await emailOf(world, creator);
  const asked = await requestEmailChange(world, { user_id: creator.id, email });
  if (asked !== "sent") throw new Error(`the change was ${asked}`);
  const confirmed = await confirmEmailChange(world, await mailedLink(world, "email_change", email));
  if (!confirmed) throw new Error("the link did not work");
  return await mailedLink(world, "email_changed", before);
}

export async function emailOf(world: PayoutWorld, creator: Creator): Promise<string> {
  return (await userOf(world, creator)).email;
}

export async function userOf(world: PayoutWorld, creator: Creator) {
  return await world.db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", creator.id)
    .executeTakeFirstOrThrow();
}

/** A creator whose address is confirmed and who has a password. */
export async function confirmAddress(world: PayoutWorld, creator: Creator): Promise<void> {
  await world.db
    .updateTable("users")
    .set({ email_verified_at: world.clock(), password_hash: "owner's" })
    .where("id", "=", creator.id)
    .execute();
}
