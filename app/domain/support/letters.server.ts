import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { Rules } from "../../product-settings.ts";
import { type AuditAction, findLastAct, writeAudit } from "../audit/audit.server.ts";
import { type Deleted, findEmailUndoEnd, findMoneyLeft } from "../auth/deletion.server.ts";
import type { Jobs } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { leaveForGood } from "../payouts/statements/month-statements.server.ts";
import { requireOperator } from "../users/user.server.ts";

interface Letter {
  user_id: string;
  operator_id: string;
}

interface LetterServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
}

/**
 * For a creator's written request: mails a link to the own download, behind the login. The operator gets
 * nothing. Once a minute (docs/product.md, 6.15).
 */
export async function sendExport(
  services: LetterServices,
  given: Letter & { reason: string },
): Promise<"export_sent" | "gone"> {
  return await services.db.transaction().execute(async (trx) => {
    const user = await takeCreator(trx, given);
    if (!user) return "gone";
    const now = services.clock();
    const since = new Date(now.getTime() - productRules.support.resend_seconds * 1000);
    const last = await findLastAct(trx, { action: "account.export_sent", subject: subjectOf(given), since });
    if (last !== null) return "export_sent";
    await mail(trx, services, given, user, "export_ready", now);
    await audit(trx, "account.export_sent", given, given.reason, now);
    return "export_sent";
  });
}

/** While the second press is open. */
export async function findAnnouncedDeletion(db: Kysely<DB>, userId: string, now: Date): Promise<Date | null> {
  const since = new Date(now.getTime() - productRules.support.letter_days * 86_400_000);
  const subject = subjectOf({ user_id: userId });
  return await findLastAct(db, { action: "account.deletion_announced", subject, since });
}

/** The first press: mails the creator. The creator's own rules apply; a repetition mails nothing. */
export async function announceDeletion(
  services: LetterServices & { rules: Rules },
  given: Letter & { reason: string },
): Promise<"announced" | "balance_open" | "email_undo_open" | "gone"> {
  return await services.db.transaction().execute(async (trx) => {
    const user = await takeCreator(trx, given);
    if (!user) return "gone";
    const now = services.clock();
    if (await findEmailUndoEnd(trx, given.user_id, now)) return "email_undo_open";
    if ((await findMoneyLeft(trx, given.user_id, services.rules)).outcome === "open") return "balance_open";
    if ((await findAnnouncedDeletion(trx, given.user_id, now)) !== null) return "announced";
    await mail(trx, services, given, user, "deletion_announced", now);
    await audit(trx, "account.deletion_announced", given, given.reason, now);
    return "announced";
  });
}

/**
 * The second press, within days: the creator's own deletion with its rules, and a mail to the former address.
 * "gone" without the first press.
 */
export async function deleteByLetter(
  services: Parameters<typeof leaveForGood>[0] & LetterServices,
  given: Letter & { forfeits: boolean },
): Promise<Exclude<Deleted, "link_void" | "last_admin"> | "gone"> {
  const now = services.clock();
  const { user_id, forfeits } = given;
  const allows = async (trx: Transaction<DB>) =>
    (await takeCreator(trx, given, { locks: false })) !== null &&
    (await findAnnouncedDeletion(trx, user_id, now)) !== null;
  const afterErasing = async (trx: Transaction<DB>, former: Recipient) => {
    await mail(trx, services, given, former, "account_deleted", now);
    await audit(trx, "account.deleted", given, null, now);
  };
  const ended = await leaveForGood({ ...services, afterErasing }, { user_id, forfeits, allows });
  return ended === "link_void" || ended === "last_admin" ? "gone" : ended;
}

interface Recipient {
  email: string;
  locale: string | null;
}

/** Without a lock: the deletion has its own lock order. */
async function takeCreator(
  trx: Transaction<DB>,
  { user_id, operator_id }: Letter,
  { locks }: { locks: boolean } = { locks: true },
): Promise<Recipient | null> {
  await requireOperator(trx, operator_id, "support");
  const user = await trx
    .selectFrom("users")
    .select(["email", "locale"])
    .where("id", "=", user_id)
    .where("role", "=", "CREATOR")
    .where("deleted_at", "is", null)
    .$if(locks, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return user ?? null;
}

async function mail(
  trx: Transaction<DB>,
  services: LetterServices,
  { user_id }: Letter,
  { email, locale }: Recipient,
  template: "export_ready" | "deletion_announced" | "account_deleted",
  now: Date,
): Promise<void> {
  await queueMail(trx, services, {
    dedupe_key: `${template}:${services.newId()}`,
    ...{ template, locale, recipient: email, params: {}, now },
    user_id: template === "account_deleted" ? null : user_id,
  });
}

const subjectOf = ({ user_id }: Pick<Letter, "user_id">) => `user:${user_id}`;

async function audit(
  trx: Transaction<DB>,
  action: Extract<AuditAction, "account.export_sent" | "account.deletion_announced" | "account.deleted">,
  given: Letter,
  reason: string | null,
  now: Date,
): Promise<void> {
  const after = reason === null ? null : { reason };
  await writeAudit(trx, {
    actor_id: given.operator_id,
    action,
    subject: subjectOf(given),
    before: null,
    after,
    now,
  });
}
