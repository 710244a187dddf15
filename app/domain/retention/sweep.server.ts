import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { type FailedRow, forRows, type Jobs, type RowsOutcome } from "../jobs.ts";
import { sweepUnusedPictures } from "../media/media.server.ts";
import { UNCLAIMED } from "../refunds/refund-requests.server.ts";
import { expireDocuments } from "../verification/decisions.server.ts";

interface RetentionServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  log: { error(fields: object, message: string): void };
}

interface SweepOutcome {
  ended: Record<string, number>;
  failed: { step: string; key: FailedRow["key"] | null; error: string }[];
}

/** In batches. A failed batch repeats by row; failing rows are logged and skipped. */
export async function sweepRetention(services: RetentionServices): Promise<SweepOutcome> {
  const outcome: SweepOutcome = { ended: {}, failed: [] };
  const fail = (step: string, key: string | null, error: string) => {
    const failure = { step, key, error };
    outcome.failed.push(failure);
    services.log.error(failure, "something could not be removed in time");
  };
  const steps: [string, () => Promise<RowsOutcome>][] = [
    ...ENDINGS.map((ending): [string, () => Promise<RowsOutcome>] => [
      ending.step,
      () => sweepEnding(services, ending),
    ]),
    ["verification documents", () => expireDocuments(services)],
    ["pictures without use", () => sweepUnusedPictures(services)],
  ];
  for (const [step, run] of steps) {
    try {
      const { done, failed } = await run();
      outcome.ended[step] = done;
      for (const { key, error } of failed) fail(step, key, error);
    } catch (error) {
      fail(step, null, String(error));
    }
  }
  return outcome;
}

interface DueRow {
  key: string | Buffer;
  at: Date | number;
}

async function sweepEnding(services: RetentionServices, ending: Ending): Promise<RowsOutcome> {
  const { db } = services;
  const now = services.clock();
  const before = ending.before(now);
  const { batch, batches_maximum } = productRules.retention;
  return await forRows<DueRow>({
    size: batch,
    batches_maximum,
    keyOf: ({ key }) => String(key),
    find: (last) => findDue(db, ending, { now, before }, last, batch),
    act: (rows) =>
      db.transaction().execute((trx) =>
        ending.end(
          trx,
          rows.map(({ key }) => key),
          { ...services, before, now },
        ),
      ),
  });
}

async function findDue(
  db: Kysely<DB>,
  { table, key, at, since, where }: Ending,
  { now, before }: { now: Date; before: Date | number },
  last: DueRow | null,
  limit: number,
): Promise<DueRow[]> {
  const after = last ? sql`and (${sql.ref(at)}, ${sql.ref(key)}) > (${last.at}, ${last.key})` : sql``;
  const later = since ? sql`and ${sql.ref(at)} >= ${since(now)}` : sql``;
  const { rows } = await sql<DueRow>`
    select ${sql.ref(key)} as key, ${sql.ref(at)} as at from ${sql.table(table)}
    where ${sql.ref(at)} < ${before} ${later} and (${where}) ${after}
    order by ${sql.ref(at)}, ${sql.ref(key)} limit ${limit}`.execute(db);
  return rows;
}

const DAY_MS = 86_400_000;

type Key = string | Buffer;

interface Ending {
  step: string;
  table: string;
  key: string;
  at: string;
  before: (now: Date) => Date | number;
  since?: (now: Date) => Date;
  where: RawBuilder<unknown>;
  end: (
    trx: Transaction<DB>,
    keys: readonly Key[],
    run: { before: Date | number; now: Date; jobs: Jobs },
  ) => Promise<number>;
}

const daysAgo = (days: number) => (now: Date) => new Date(now.getTime() - days * DAY_MS);

type Removal = Omit<Ending, "end">;

/** The condition is repeated, so that renewed rows stay. */
function removal(given: Removal): Ending {
  const { table, key, at, where } = given;
  return {
    ...given,
    end: async (trx, keys, { before }) => {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)}
        where ${sql.ref(key)} = any(${keys}) and ${sql.ref(at)} < ${before} and (${where})`.execute(trx);
      return Number(numAffectedRows ?? 0);
    },
  };
}

const rules = productRules.retention;

const ALL = sql`true`;

const HAS_WORDS = sql`(
  sender_name is not null or sender_email is not null or message is not null or image_id is not null)`;
const IS_PAID_TO = sql`exists (select from payouts o where o.details_id = payout_destinations.id)`;
const IS_IN_USE = sql`exists (
  select from payouts o where o.details_id = payout_destinations.id and o.status in ('REQUESTED', 'PROCESSING'))`;

const IS_UNCONFIRMED = sql`status = 'CREATED' and email_verified_at is null and role = 'CREATOR'
  and not exists (select from account_status_events e where e.user_id = users.id)`;

/** Referring rows keep an account. */
const unconfirmedAccounts: Ending = {
  step: "accounts that were never confirmed",
  table: "users",
  key: "id",
  at: "created_at",
  before: daysAgo(rules.unconfirmed_days),
  where: IS_UNCONFIRMED,
  end: async (trx, keys, { before, jobs }) => {
    const { rows: users } = await sql<{ id: string }>`
      select id from users where id = any(${keys}) and created_at < ${before} and ${IS_UNCONFIRMED}
      for update`.execute(trx);
    const ids = users.map(({ id }) => id);
    if (ids.length === 0) return 0;
    const { rows: documents } = await sql<{ id: string }>`
      delete from verification_documents where user_id = any(${ids}) returning id`.execute(trx);
    await sql`delete from users where id = any(${ids})`.execute(trx);
    if (documents.length > 0)
      await jobs.enqueue(trx, "media.erase", { media_ids: [], document_ids: documents.map(({ id }) => id) });
    return ids.length;
  },
};

const VOUCHER_HAS_WORDS = sql`(sender_name is not null or email is not null or message is not null)`;
const UNBEGUN_VOUCHER = sql`status = 'LAPSED'
  and not exists (select from payments p where p.voucher_id = vouchers.id)`;
const UNPAID_VOUCHER = sql`status = 'LAPSED'
  and not exists (select from payments p where p.voucher_id = vouchers.id and p.settled_at is not null)`;

function emptying(given: Omit<Removal, "table" | "key">): Ending {
  const { at, where } = given;
  const isFull = sql`(${where}) and ${VOUCHER_HAS_WORDS}`;
  return {
    ...given,
    table: "vouchers",
    key: "id",
    where: isFull,
    end: async (trx, keys, { before }) => {
      const { numAffectedRows } = await sql`
        update vouchers set sender_name = null, email = null, message = null
        where id = any(${keys}) and ${sql.ref(at)} < ${before} and ${isFull}`.execute(trx);
      return Number(numAffectedRows ?? 0);
    },
  };
}

/** A database function deletes vouchers, and checks for money. */
function forgetting(given: Omit<Removal, "table" | "key" | "at">): Ending {
  return {
    ...given,
    table: "vouchers",
    key: "id",
    at: "updated_at",
    end: async (trx, keys, { before }) => {
      const { rows } = await sql<{ gone: number }>`
        select forget_unpaid_vouchers(${keys}, ${before}) as gone`.execute(trx);
      return rows[0]?.gone ?? 0;
    },
  };
}

const voucherEndings: readonly Ending[] = [
  forgetting({
    step: "vouchers that nobody began to pay",
    before: daysAgo(rules.draft_days),
    since: daysAgo(rules.unpaid_words_days),
    where: UNBEGUN_VOUCHER,
  }),
  emptying({
    step: "words of vouchers that ended unpaid",
    at: "updated_at",
    before: daysAgo(rules.unpaid_words_days),
    where: sql`status = 'LAPSED'`,
  }),
  forgetting({
    step: "vouchers that ended unpaid, with their payments",
    before: daysAgo(rules.unpaid_days),
    where: UNPAID_VOUCHER,
  }),
  emptying({
    step: "words of vouchers that came to their end",
    at: "ended_at",
    before: daysAgo(rules.voucher_words_days),
    where: sql`ended_at is not null`,
  }),
];

const seriesEndings: readonly Ending[] = [
  {
    step: "monthly tips that never began",
    table: "tip_series",
    key: "id",
    at: "updated_at",
    before: daysAgo(rules.unpaid_words_days),
    where: sql`status = 'BEGUN'`,
    end: async (trx, keys, { before }) => {
      const begun = sql`id = any(${keys}) and updated_at < ${before} and status = 'BEGUN'`;
      await sql`
        update tips set series_id = null, series_month = null
        where series_id in (select id from tip_series where ${begun})`.execute(trx);
      const { numAffectedRows } = await sql`delete from tip_series where ${begun}`.execute(trx);
      return Number(numAffectedRows ?? 0);
    },
  },
  {
    step: "names and methods of monthly tips that ended",
    table: "tip_series",
    key: "id",
    at: "ended_at",
    before: daysAgo(rules.ended_series_years * 365 + 1),
    where: sql`sender_email is not null`,
    end: async (trx, keys, { before }) => {
      const { numAffectedRows } = await sql`
        update tip_series set sender_name = null, sender_email = null, customer_ref = null, method_ref = null,
          method_label = null, method_expires_on = null, set_up_ref = null
        where id = any(${keys}) and ended_at < ${before}`.execute(trx);
      return Number(numAffectedRows ?? 0);
    },
  },
];

const ENDINGS: readonly Ending[] = [
  unconfirmedAccounts,
  removal({
    step: "drafts that nobody began to pay",
    table: "tips",
    key: "id",
    at: "updated_at",
    before: daysAgo(rules.draft_days),
    // Older ones belong to tips' last step.
    since: daysAgo(rules.unpaid_words_days),
    where: sql`status = 'EXPIRED' and paid_at is null
      and not exists (select from payments p where p.tip_id = tips.id)`,
  }),
  {
    step: "words of tips that ended unpaid",
    table: "tips",
    key: "id",
    at: "updated_at",
    before: daysAgo(rules.unpaid_words_days),
    where: sql`status = 'EXPIRED' and ${HAS_WORDS}`,
    end: async (trx, keys, { before }) => {
      const { numAffectedRows } = await sql`
        update tips set sender_name = null, sender_email = null, message = null, image_id = null, begun_by = null
        where id = any(${keys}) and updated_at < ${before} and status = 'EXPIRED' and ${HAS_WORDS}`.execute(
        trx,
      );
      return Number(numAffectedRows ?? 0);
    },
  },
  {
    step: "tips that ended unpaid, with their payments",
    table: "tips",
    key: "id",
    at: "updated_at",
    before: daysAgo(rules.unpaid_days),
    where: sql`status = 'EXPIRED' and paid_at is null
      and not exists (select from payments p where p.tip_id = tips.id and p.settled_at is not null)`,
    end: async (trx, keys, { before }) => {
      const { rows } = await sql<{ gone: number }>`
        select forget_unpaid_tips(${keys}, ${before}) as gone`.execute(trx);
      return rows[0]?.gone ?? 0;
    },
  },
  ...seriesEndings,
  ...voucherEndings,
  {
    step: "words of notices about content that are decided",
    table: "content_cases",
    key: "id",
    at: "changed_at",
    before: daysAgo(productRules.content_notices.words_days),
    where: sql`waiting_since is null and not is_emptied`,
    end: async (trx, keys, { before }) => {
      const { rows } = await sql<{ id: string }>`
        update content_cases set target = '', explanation = '', reporter_name = null, reporter_email = null,
          is_emptied = true
        where id = any(${keys}) and changed_at < ${before} and waiting_since is null and not is_emptied
        returning id`.execute(trx);
      const ids = rows.map(({ id }) => id);
      await sql`delete from content_case_links where case_id = any(${ids})`.execute(trx);
      await sql`update content_complaints set text = '' where case_id = any(${ids})`.execute(trx);
      return ids.length;
    },
  },
  removal({
    step: "refund requests to deleted accounts",
    table: "refund_requests",
    key: "id",
    at: "asked_at",
    before: daysAgo(rules.left_request_days),
    where: sql`exists (
      select from tips t join users u on u.id = t.creator_id join payments p on p.id = payment_id
      where t.id = tip_id and u.deleted_at is not null and (refund_requests.status <> 'OPEN' or not ${UNCLAIMED}))`,
  }),
  removal({
    step: "mails that were sent, or are no news any more",
    table: "mail_outbox",
    key: "id",
    at: "created_at",
    before: daysAgo(rules.mail_days),
    where: sql`status = 'SENT' or (status = 'QUEUED' and tried_since = created_at)`,
  }),
  removal({
    step: "mails that could not be sent",
    table: "mail_outbox",
    key: "id",
    at: "created_at",
    before: daysAgo(rules.mail_failed_days),
    where: ALL,
  }),
  removal({
    step: "alerts of overlays",
    table: "overlay_alerts",
    key: "id",
    at: "queued_at",
    before: daysAgo(productRules.overlay.kept_days),
    where: ALL,
  }),
  removal({
    step: "notes of operators",
    table: "support_notes",
    key: "id",
    at: "written_at",
    before: daysAgo(rules.support_note_days),
    where: ALL,
  }),
  removal({
    step: "the demo's mails",
    table: "demo_mailbox",
    key: "id",
    at: "at",
    before: daysAgo(rules.mail_days),
    where: ALL,
  }),
  removal({
    step: "news of payments that were dealt with",
    table: "provider_webhook_events",
    key: "id",
    at: "handled_at",
    before: daysAgo(rules.provider_notice_days),
    where: ALL,
  }),
  removal({
    step: "what checks of the books found",
    table: "ledger_check_runs",
    key: "id",
    at: "finished_at",
    before: daysAgo(rules.check_run_days),
    where: ALL,
  }),
  ...(["api_tokens", "mailed_tokens", "second_factor_challenges"] as const).map((table) =>
    removal({ step: table, table, key: "token_hash", at: "expires_at", before: (now) => now, where: ALL }),
  ),
  removal({
    step: "challenges of passkeys",
    table: "spent_passkey_challenges",
    key: "challenge_hash",
    at: "expires_at",
    before: (now) => now,
    where: ALL,
  }),
  removal({
    step: "invitations of creators",
    table: "creator_invitations",
    key: "id",
    at: "expires_at",
    before: (now) => now,
    where: ALL,
  }),
  removal({
    step: "sessions",
    table: "sessions",
    key: "id",
    at: "expires_at",
    before: (now) => now,
    where: ALL,
  }),
  {
    step: "refused registrations",
    table: "pending_registrations",
    key: "id",
    at: "created_at",
    before: (now) => new Date(now.getTime() - productRules.pending_registration_minutes * 60_000),
    where: ALL,
    end: async (trx, keys, { before, jobs }) => {
      const { rows } = await sql<{ document_id: string | null }>`
        delete from pending_registrations where id = any(${keys}) and created_at < ${before}
        returning document_id`.execute(trx);
      const document_ids = rows.flatMap(({ document_id }) => document_id ?? []);
      if (document_ids.length > 0) await jobs.enqueue(trx, "media.erase", { media_ids: [], document_ids });
      return rows.length;
    },
  },
  removal({
    step: "links to other networks without their PIN",
    table: "microblog_requests",
    key: "id",
    at: "expires_at",
    before: (now) => now,
    where: ALL,
  }),
  removal({
    step: "links to the chat server that nobody completed",
    table: "chat_link_requests",
    key: "id",
    at: "expires_at",
    before: (now) => now,
    where: ALL,
  }),
  removal({
    step: "posts on other networks",
    table: "microblog_posts",
    key: "id",
    at: "created_at",
    before: daysAgo(productRules.microblog.kept_days),
    where: ALL,
  }),
  removal({
    step: "settlements that were read and not imported",
    table: "settlement_previews",
    key: "id",
    at: "made_at",
    before: (now) => new Date(now.getTime() - productRules.settlement.preview_hours * 3_600_000),
    where: ALL,
  }),
  removal({
    step: "two-step logins that were set up halfway",
    table: "second_factors",
    key: "user_id",
    at: "created_at",
    before: daysAgo(rules.second_factor_setup_days),
    where: sql`confirmed_at is null`,
  }),
  removal({
    step: "earlier usernames",
    table: "username_history",
    key: "username",
    at: "redirects_until",
    before: (now) => now,
    where: ALL,
  }),
  removal({
    step: "addresses to undo a change",
    table: "email_changes",
    key: "id",
    at: "undo_until",
    before: (now) => now,
    where: ALL,
  }),
  removal({
    step: "devices that nobody signs in on any more",
    table: "known_devices",
    key: "id",
    at: "last_used_at",
    before: daysAgo(productRules.known_device_days),
    where: ALL,
  }),
  removal({
    step: "networks that nobody signs in from any more",
    table: "known_networks",
    key: "network_hash",
    at: "last_used_at",
    before: daysAgo(productRules.known_device_days),
    where: ALL,
  }),
  removal({
    step: "who has written a moment ago",
    table: "recent_writers",
    key: "user_id",
    at: "wrote_at",
    // An hour, for clock differences.
    before: daysAgo(1 / 24),
    where: ALL,
  }),
  removal({
    step: "files of builds that nobody serves",
    table: "build_assets",
    key: "path",
    at: "served_at",
    before: daysAgo(rules.build_asset_days),
    where: ALL,
  }),
  removal({
    step: "from where payments were started",
    table: "payment_starts",
    key: "payment_id",
    at: "started_at",
    before: daysAgo(productRules.payment_starts.kept_hours / 24),
    where: ALL,
  }),
  removal({
    step: "orders that waited for their payment",
    table: "payment_waits",
    key: "order_id",
    at: "since",
    before: daysAgo(productRules.payment_starts.kept_hours / 24),
    where: ALL,
  }),
  removal({
    step: "limits",
    table: "rate_limits",
    key: "key",
    at: "expire",
    before: (now) => now.getTime(),
    where: ALL,
  }),
  removal({
    step: "wrong codes of vouchers",
    table: "voucher_tries",
    key: "key",
    at: "last_at",
    before: daysAgo(productRules.voucher.lockout.minutes / (24 * 60)),
    where: ALL,
  }),
  removal({
    step: "calls that came with a key",
    table: "idempotency_keys",
    key: "key_hash",
    at: "begun_at",
    before: daysAgo(productRules.idempotency.kept_hours / 24),
    where: ALL,
  }),
  removal({
    step: "payout data that was never used",
    table: "payout_destinations",
    key: "id",
    at: "created_at",
    before: daysAgo(rules.payout_data_unused_days),
    where: sql`status in ('DECLINED', 'REPLACED', 'CODE_SENT') and not ${IS_PAID_TO}`,
  }),
  {
    step: "payout data past the legal time",
    table: "payout_destinations",
    key: "id",
    at: "created_at",
    before: daysAgo(rules.payout_data_years * 365 + 3),
    where: sql`status in ('DECLINED', 'REPLACED', 'CODE_SENT') and length(encrypted) > 0 and not ${IS_IN_USE}`,
    end: async (trx, keys, { before }) => {
      const { rows } = await sql<{ emptied: number }>`
        select empty_payout_destinations(${keys}::uuid[], ${before}::timestamptz) as emptied`.execute(trx);
      return rows[0]?.emptied ?? 0;
    },
  },
  removal({
    step: "sellers of the DAC7 report that a year never came to report",
    table: "seller_notices",
    key: "id",
    at: "judged_at",
    before: daysAgo(rules.seller_notice_days),
    where: sql`state <> 'REPORTABLE'`,
  }),
  removal({
    step: "sellers of the DAC7 report past the legal time",
    table: "seller_notices",
    key: "id",
    at: "judged_at",
    before: daysAgo(rules.tax_details_years * 365 + 3),
    where: ALL,
  }),
  removal({
    step: "tax details of deleted accounts that no report needs",
    table: "seller_tax_details",
    key: "user_id",
    at: "left_at",
    // The next night judges a deleted account's year.
    before: daysAgo(2),
    where: sql`left_at is not null and not exists (select from seller_notices n
      where n.creator_id = seller_tax_details.user_id and n.state <> 'BELOW')`,
  }),
  removal({
    step: "the sandbox's notices",
    table: "sandbox.notices",
    key: "event_id",
    at: "created_at",
    before: daysAgo(rules.sandbox_notice_days),
    where: sql`(delivered_at is not null or given_up_at is not null)`,
  }),
  removal({
    step: "the sandbox's methods that were never entered",
    table: "sandbox.methods",
    key: "ref",
    at: "created_at",
    before: daysAgo(rules.sandbox_unpaid_days),
    where: sql`label is null`,
  }),
  removal({
    step: "the sandbox's payments that brought no money",
    table: "sandbox.payments",
    key: "ref",
    at: "created_at",
    before: daysAgo(rules.sandbox_unpaid_days),
    where: sql`state in ('FAILED', 'CANCELLED', 'EXPIRED') and ending is null
      and not exists (select from sandbox.notices n where n.payment_ref = sandbox.payments.ref)
      and not exists (select from sandbox.refunds r where r.payment_ref = sandbox.payments.ref)
      and not exists (select from sandbox.disputes d where d.payment_ref = sandbox.payments.ref)`,
  }),
];
