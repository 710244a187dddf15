import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { mayWriteLog, RightMissing } from "../operator-rights.server.ts";
import { OPERATOR_ROLES, type OperatorRole } from "../operator-roles.schema.ts";

export const AUDIT_ACTIONS = [
  "verification.accepted",
  "verification.declined",
  "account.locked",
  "account.unlocked",
  "account.second_factor_removed",
  "account.sessions_ended",
  "account.money_model",
  "creator.invited",
  "account.export_sent",
  "account.deletion_announced",
  "account.deleted",
  "note.added",
  "mail.sent_again",
  "receipt.sent_again",
  "series.stopped",
  "series.data_opened",
  "operator.created",
  "operator.role_changed",
  "operator.link_sent",
  "operator.removed",
  "tip.accepted",
  "tip.declined",
  "item.accepted",
  "item.declined",
  "words.accepted",
  "words.declined",
  "words.removed",
  "grouplist.accepted",
  "grouplist.declined",
  "supporter.removed",
  "creator.featured",
  "creator.unfeatured",
  "announcement.created",
  "announcement.changed",
  "announcement.ended",
  "announcement.deleted",
  "payout_data.accepted",
  "payout_data.declined",
  "payout_data.viewed",
  "statement.viewed",
  "payouts.batched",
  "payouts.released",
  "payouts.dissolved",
  "payouts.withdrawn",
  "payouts.file_fetched",
  "payouts.results_read",
  "payout.paid",
  "payout.failed",
  "payout.bounced",
  "payout.return_reported",
  "payout.return_dropped",
  "payout.for_locked",
  "balance.given_up",
  "payouts.unfrozen",
  "payment.refunded",
  "payment.reported",
  "refund_request.declined",
  "voucher.locked",
  "voucher.unlocked",
  "voucher.mail_sent",
  "receivable.written_off",
  "suspense.refund_asked",
  "suspense.returned",
  "suspense.kept",
  "refund_failure.seen",
  "share.retried",
  "settlement.imported",
  "settlement.exception_settled",
  "settlement.event_taken",
  "settlement.event_reversed",
  "correction.posted",
  "correction.reversed",
  "bank.statement_imported",
  "bank.exception_settled",
  "bank.gap_settled",
  "journal.exported",
  "vat.exported",
  "sellers.exported",
  "tax_details.changed",
  "api_key.created",
  "api_key.ended",
  "connected_account.connected",
  "connected_account.disconnected",
  "connected_account.refused",
  "webhook.added",
  "webhook.renewed",
  "webhook.changed",
  "webhook.removed",
  "overlay.renewed",
  "money_model.chosen",
  "news.retried",
  "mail.retried",
  "network.tried_again",
  "rate.accepted",
  "rate.refused",
  "content_case.decided",
  "settings.changed",
  "mail.tested",
  "legal_text.published",
  "approval.asked",
  "approval.approved",
  "approval.declined",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Nothing personal: the log outlives the account. */
export type AuditedFacts = Record<string, string | number | boolean | null | readonly string[]>;

export const OF_CREATORS: readonly AuditAction[] = [
  "tax_details.changed",
  "api_key.created",
  "api_key.ended",
  "connected_account.connected",
  "connected_account.disconnected",
  "connected_account.refused",
  "webhook.added",
  "webhook.renewed",
  "webhook.changed",
  "webhook.removed",
  "overlay.renewed",
  "money_model.chosen",
];

/** In the act's own transaction. Throws RightMissing. */
export async function writeAudit(
  trx: Transaction<DB>,
  entry: {
    actor_id: string | null;
    action: AuditAction;
    subject: string;
    before: AuditedFacts | null;
    after: AuditedFacts | null;
    now: Date;
  },
): Promise<void> {
  const { now, before, after, ...fields } = entry;
  if (entry.actor_id !== null && !OF_CREATORS.includes(entry.action))
    await requireRight(trx, entry.actor_id, entry.action);
  await trx
    .insertInto("audit_log")
    .values({
      ...fields,
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
      at: now,
    })
    .execute();
}

async function requireRight(trx: Transaction<DB>, actorId: string, action: AuditAction): Promise<void> {
  const actor = await trx
    .selectFrom("users")
    .select("role")
    .where("id", "=", actorId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!actor || !mayWriteLog(actor.role, action))
    throw new RightMissing(`only operators of another role do ${action}`);
}

export interface AuditEntry {
  id: number;
  actor: string | null;
  action: string;
  subject: string;
  before: unknown;
  after: unknown;
  at: Date;
}

interface AuditFilter {
  subject?: string;
  subjects?: readonly string[];
  actor_id?: string | null;
  action?: AuditAction | null;
  about?: string;
}

/** Latest first, before `before` (docs/product.md, 6.12). */
export async function listAudit(
  db: Kysely<DB>,
  page: AuditFilter & { before?: number | null; size?: number },
): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const { size = productRules.admin_rows } = page;
  let query = db
    .selectFrom("audit_log as a")
    .leftJoin("users as u", "u.id", "a.actor_id")
    .select(["a.id", "u.email as actor", "a.action", "a.subject", "a.before", "a.after", "a.at"])
    .orderBy("a.id", "desc")
    .limit(size + 1);
  if (page.before) query = query.where("a.id", "<", page.before);
  if (page.subject) query = query.where("a.subject", "=", page.subject);
  if (page.subjects) query = query.where("a.subject", "in", page.subjects);
  if (page.actor_id) query = query.where("a.actor_id", "=", page.actor_id);
  if (page.action) query = query.where("a.action", "=", page.action);
  if (page.about) query = query.where("a.subject", "in", await subjectsOf(db, page.about));
  const rows = await query.execute();
  const entries = rows.slice(0, size);
  return { entries, next: rows.length > entries.length ? (entries.at(-1)?.id ?? null) : null };
}

export async function* streamAudit(db: Kysely<DB>, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  let before: number | null = null;
  do {
    const page: Awaited<ReturnType<typeof listAudit>> = await listAudit(db, {
      ...filter,
      before,
      size: productRules.journal.portion,
    });
    yield page.entries;
    before = page.next;
  } while (before !== null);
}

/** The last time after `since`; with `mail`, about this mail alone. */
export async function findLastAct(
  db: Kysely<DB>,
  act: { action: AuditAction; subject: string; since: Date; mail?: string },
): Promise<Date | null> {
  const { action, subject, since, mail } = act;
  const last = await db
    .selectFrom("audit_log")
    .select("at")
    .where("subject", "=", subject)
    .where("action", "=", action)
    .where("at", ">", since)
    .$if(mail !== undefined, (query) => query.where(sql<boolean>`after ->> 'mail' = ${mail}`))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.at ?? null;
}

export async function listActors(
  db: Kysely<DB>,
  { withLeft, roles }: { withLeft: boolean; roles?: readonly OperatorRole[] },
): Promise<{ id: string; email: string; locale: string | null }[]> {
  return await db
    .selectFrom("users")
    .select(["id", "email", "locale"])
    .where("role", "in", roles ?? OPERATOR_ROLES)
    .$if(!withLeft, (query) => query.where("deleted_at", "is", null))
    .orderBy("email")
    .execute();
}

async function subjectsOf(db: Kysely<DB>, words: string): Promise<string[]> {
  const name = words.replace(/^@/, "").toLowerCase();
  const users = await db
    .selectFrom("users")
    .select("id")
    .where((eb) =>
      eb.or([eb(eb.fn("lower", ["email"]), "=", name), eb(eb.fn("lower", ["username"]), "=", name)]),
    )
    .execute();
  const kinds = ["user", "tip", "item", "words", "grouplist", "voucher", "series"].map(
    (kind) => `${kind}:${name}`,
  );
  return [name, ...kinds, ...users.map(({ id }) => `user:${id}`)];
}
