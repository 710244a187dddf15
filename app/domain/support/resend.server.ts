import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { type AuditAction, findLastAct, writeAudit } from "../audit/audit.server.ts";
import { type LinkServices, mailLink } from "../auth/mailed-tokens.server.ts";
import { DECLINED_TOO_OFTEN } from "../auth/operators.server.ts";
import type { Jobs } from "../jobs.ts";
import type { MailParams } from "../mails/mail-params.ts";
import { isUnsent, queueMail } from "../mails/outbox.server.ts";
import { findReceipt, receiptPrice } from "../tips/receipt.server.ts";
import { findStatusReason, requireOperator } from "../users/user.server.ts";
import { DOCUMENT_KINDS } from "../verification/verification.schema.ts";

export type Resent = "sent_again" | "gone";

/** Sent mails are not kept: these are written anew. */
const REWRITTEN = ["register", "verification_accepted", "verification_declined", "account_locked"] as const;

type Rewritten = (typeof REWRITTEN)[number];

const isRewritten = (template: string): template is Rewritten =>
  REWRITTEN.some((known) => known === template);

/** Whether a timeline's mail may be asked for again. */
export function mayResend({ what, detail }: { what: string; detail: string | null }): boolean {
  return detail === "FAILED" || (detail === "SENT" && isRewritten(what));
}

interface Recipient {
  id: string;
  email: string;
  locale: string | null;
  status: string;
  is_verified: boolean;
}

/**
 * To the account's present address. An unsent mail goes as written; a sent one is rewritten while still true.
 * Once a minute. "gone": another user's, on its way, or no longer true or kept (docs/product.md, 6.15).
 */
export async function resendMail(
  services: LinkServices,
  given: { user_id: string; mail_id: string; operator_id: string },
): Promise<Resent> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, given.operator_id, "support");
    const user = await lockRecipient(trx, given.user_id);
    const mail = await trx
      .selectFrom("mail_outbox")
      .select(["id", "template", "status", "recipient", "dedupe_key", "locale"])
      .select(isUnsent(now).as("is_unsent"))
      .where("id", "=", given.mail_id)
      .where("user_id", "=", given.user_id)
      .forUpdate()
      .executeTakeFirst();
    if (!user || !mail) return "gone";
    const act = {
      ...given,
      action: "mail.sent_again",
      subject: `user:${user.id}`,
      mail: mail.id,
      now,
    } as const;
    if (await isRepeated(trx, act)) return "sent_again";
    if (
      !(mail.is_unsent
        ? await retry(trx, services, mail, user, now)
        : await rewrite(trx, services, mail, user, now))
    )
      return "gone";
    await audit(trx, act, mail.template);
    return "sent_again";
  });
}

async function lockRecipient(trx: Transaction<DB>, userId: string): Promise<Recipient | null> {
  const user = await trx
    .selectFrom("users")
    .select(["id", "email", "locale", "status"])
    .select((eb) => eb("email_verified_at", "is not", null).$castTo<boolean>().as("is_verified"))
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return user ?? null;
}

type Kept = Pick<
  Selectable<DB["mail_outbox"]>,
  "id" | "template" | "status" | "recipient" | "dedupe_key" | "locale"
>;

/** A mail to a former address stays unsent. */
async function retry(
  trx: Transaction<DB>,
  services: { jobs: Jobs },
  mail: Kept,
  user: Recipient,
  now: Date,
): Promise<boolean> {
  if (mail.recipient.toLowerCase() !== user.email.toLowerCase()) return false;
  await trx
    .updateTable("mail_outbox")
    .set({ status: "QUEUED", tried_since: now })
    .where("id", "=", mail.id)
    .execute();
  await services.jobs.enqueue(trx, "mail.send", { mail_id: mail.id });
  return true;
}

async function rewrite(
  trx: Transaction<DB>,
  services: LinkServices,
  mail: Kept,
  user: Recipient,
  now: Date,
): Promise<boolean> {
  if (mail.status !== "SENT" || !isRewritten(mail.template)) return false;
  const { id: user_id, email: recipient, locale } = user;
  if (mail.template === "register") {
    if (user.is_verified) return false;
    await mailLink(trx, services, { user_id, purpose: "register", recipient, locale });
    return true;
  }
  const params = await paramsOf(trx, mail, mail.template, user);
  if (params === null) return false;
  await queueMail(trx, services, {
    dedupe_key: `${mail.dedupe_key}:again:${services.newId()}`,
    template: mail.template,
    ...{ locale, recipient, user_id, params, now },
  });
  return true;
}

const reasonsSchema = z.partialRecord(z.enum(DOCUMENT_KINDS), z.string());

async function paramsOf(
  trx: Transaction<DB>,
  mail: Kept,
  template: Exclude<Rewritten, "register">,
  user: Recipient,
): Promise<MailParams[Exclude<Rewritten, "register">] | null> {
  if (template === "account_locked") {
    if (user.status !== "LOCKED") return null;
    const reason = await findStatusReason(trx, user.id);
    return { reason: reason === DECLINED_TOO_OFTEN ? null : reason };
  }
  if (template === "verification_accepted") return user.status === "ACTIVE" ? {} : null;
  if (user.status !== "DECLINED") return null;
  const id = z.uuid().safeParse(mail.dedupe_key.split(":")[1]).data;
  if (id === undefined) return null;
  const found = await trx
    .selectFrom("verification_cases")
    .select("reasons")
    .where("id", "=", id)
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  const reasons = reasonsSchema.safeParse(found?.reasons).data;
  if (!reasons) return null;
  return {
    reasons: DOCUMENT_KINDS.flatMap((kind) => (reasons[kind] ? [{ kind, reason: reasons[kind] }] : [])),
  };
}

/** Rewritten from the books, to the payer's address. Once a minute. "gone": no address, or not paid yet. */
export async function resendReceipt(
  services: { db: Kysely<DB>; jobs: Jobs; clock: () => Date; newId: () => string },
  given: { payment_id: string; operator_id: string },
): Promise<Resent> {
  const now = services.clock();
  const { payment_id } = given;
  return await services.db.transaction().execute(async (trx) => {
    await requireOperator(trx, given.operator_id, "support");
    await sql`select pg_advisory_xact_lock(hashtextextended(${`receipt again ${payment_id}`}, 0))`.execute(
      trx,
    );
    const receipt = await findReceipt(trx, payment_id, now);
    const tip = receipt && (await findPayer(trx, receipt.payment.tip_id));
    if (!receipt?.receiver || !tip) return "gone";
    const act = { ...given, action: "receipt.sent_again", subject: `payment:${payment_id}`, now } as const;
    if (await isRepeated(trx, act)) return "sent_again";
    await queueMail(trx, services, {
      dedupe_key: `receipt:${payment_id}:again:${services.newId()}`,
      template: "receipt",
      locale: tip.locale,
      recipient: tip.sender_email,
      user_id: null,
      params: receiptParams(receipt),
      now,
    });
    await audit(trx, act, "receipt");
    return "sent_again";
  });
}

async function findPayer(trx: Transaction<DB>, tipId: string | null) {
  const tip = await trx
    .selectFrom("tips")
    .select(["sender_email", "locale"])
    .where("id", "=", tipId)
    .where("sender_email", "is not", null)
    .$narrowType<{ sender_email: string }>()
    .executeTakeFirst();
  return tip ?? null;
}

function receiptParams({
  payment,
  settled_at,
  item_name,
  receiver,
  payer,
}: NonNullable<Awaited<ReturnType<typeof findReceipt>>>): MailParams["receipt"] {
  const group = receiver?.group ?? null;
  return {
    receiver_name: receiver?.name ?? null,
    receiver_username: group === null ? (receiver?.path?.replace(/^\//, "") ?? null) : null,
    ...(group === null ? {} : { group_slug: group.slug }),
    item_name,
    message: payer?.words?.message ?? null,
    ...receiptPrice(payment),
    paid_at: settled_at.toISOString(),
  };
}

interface ResendAct {
  operator_id: string;
  action: Extract<AuditAction, "mail.sent_again" | "receipt.sent_again">;
  subject: string;
  mail?: string;
  now: Date;
}

/** The caller holds the lock of the mail or receipt. */
async function isRepeated(trx: Transaction<DB>, { now, ...act }: ResendAct): Promise<boolean> {
  const since = new Date(now.getTime() - productRules.support.resend_seconds * 1000);
  return (await findLastAct(trx, { ...act, since })) !== null;
}

async function audit(trx: Transaction<DB>, act: ResendAct, template: string): Promise<void> {
  const { operator_id: actor_id, action, subject, mail, now } = act;
  const after = { template, mail: mail ?? null };
  await writeAudit(trx, { actor_id, action, subject, before: null, after, now });
}
