import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { type Minor, minor } from "../money/minor.ts";
import type { OperatorActKind } from "../operator-acts/operator-acts.server.ts";
import { PAYMENT_REPORTS, REFUND_REPORTS } from "../payment-updates/provider-report.schema.ts";
import { readPage } from "../read-page.server.ts";

export const approvalParams = z.object({
  payment_id: z.string().optional(),
  payout_id: z.string().optional(),
  batch_id: z.string().optional(),
  details_id: z.string().optional(),
  creator_id: z.string().optional(),
  freeze_id: z.string().optional(),
  settlement_event_id: z.string().optional(),
  correction_id: z.string().optional(),
  debit_code: z.string().optional(),
  credit_code: z.string().optional(),
  owner: z.string().optional(),
  /** Units for one euro. */
  held_rate_id: z.string().optional(),
  rate_date: z.string().optional(),
  rate_currency: z.string().optional(),
  units_per_euro: z.string().optional(),
  before_units: z.string().nullish(),
  currency: z.string().optional(),
  amount_minor: z
    .number()
    .nullish()
    .transform((amount) => amount ?? undefined),
  other_currency: z.string().optional(),
  other_minor: z.number().optional(),
  goodwill_minor: z.number().optional(),
  seen_left_minor: z.number().optional(),
  pays_rest: z.boolean().optional(),
  by: z.enum(["PROVIDER", "BANK"]).nullish(),
  reference: z.string().nullish(),
  report: z.enum([...PAYMENT_REPORTS, ...REFUND_REPORTS]).optional(),
  refund_id: z.string().nullish(),
  reason: z.string().nullish(),
});

export interface Approval {
  id: string;
  kind: OperatorActKind;
  subject: string;
  status: "WAITING" | "DONE" | "DECLINED" | "VOID";
  worth_eur_minor: Minor;
  params: z.infer<typeof approvalParams>;
  creator: string | null;
  group_slug: string | null;
  voucher_end: string | null;
  payouts_count: number | null;
  batch_minor: number | null;
  made_by: string;
  maker: string;
  made_at: Date;
  decider: string | null;
  decided_at: Date | null;
  decline_reason: string | null;
  alone: "BELOW_LIMIT" | "WITHOUT_RULE" | "BEFORE_LIMITS_WERE_KEPT" | null;
  limit_eur_minor: Minor | null;
}

/** Its params, or its subject, as "payment:{id}". */
const FACTS = sql<{ facts: Record<string, unknown> }>`lateral (select jsonb_strip_nulls(jsonb_build_object(
  'payment_id', substring(a.subject from '^(?:payment|suspense):(.{36})$'),
  'payout_id', substring(a.subject from '^payout:(.{36})$'),
  'batch_id', substring(a.subject from '^payout_batch:(.{36})$'),
  'details_id', substring(a.subject from '^payout_destination:(.{36})$'),
  'creator_id', substring(a.subject from '^user:(.{36})'),
  'correction_id', substring(a.subject from '^correction:(.{36})$'),
  'freeze_id', substring(a.subject from '^payout_freeze:(.{36})$'),
  'held_rate_id', substring(a.subject from '^rate:(.{36})$'),
  'settlement_event_id', substring(a.subject from '^settlement:.{36}:(.{36})$'))) || a.params as facts)`;

function approvals(db: Kysely<DB>) {
  return db
    .selectFrom("operator_acts as a")
    .innerJoin("users as m", "m.id", "a.made_by")
    .leftJoin("users as d", "d.id", "a.decided_by")
    .innerJoin(FACTS.as("f"), (join) => join.onTrue())
    .select(["a.id", "a.kind", "a.subject", "a.status", "a.worth_eur_minor", "a.made_by"])
    .select("f.facts as params")
    .select(["a.made_at", "a.decided_at", "a.decline_reason", "m.email as maker", "d.email as decider"])
    .select(["a.decided_by", "a.limit_eur_minor"])
    .select([
      sql<string | null>`(
        select coalesce(u.username, u.email) from users u where u.id = coalesce(
          (f.facts ->> 'creator_id')::uuid,
          case when length(f.facts ->> 'owner') = 36 then (f.facts ->> 'owner')::uuid end,
          (select creator_id from payouts where id = (f.facts ->> 'payout_id')::uuid),
          (select user_id from payout_destinations where id = (f.facts ->> 'details_id')::uuid),
          (select t.creator_id from payments p join tips t on t.id = p.tip_id
            where p.id = (f.facts ->> 'payment_id')::uuid)))`.as("creator"),
      sql<string | null>`(
        select g.slug from payments p join tips t on t.id = p.tip_id and t.creator_id is null
          join grouplists g on g.id = t.grouplist_id
        where p.id = (f.facts ->> 'payment_id')::uuid)`.as("group_slug"),
      sql<string | null>`(
        select v.code_end from payments p join vouchers v on v.id = p.voucher_id
        where p.id = (f.facts ->> 'payment_id')::uuid)`.as("voucher_end"),
      sql<number | null>`(
        select nullif(count(*), 0)::int from payouts where batch_id = (f.facts ->> 'batch_id')::uuid)`.as(
        "payouts_count",
      ),
      sql<number | null>`(
        select sum(net_minor)::bigint from payouts where batch_id = (f.facts ->> 'batch_id')::uuid)`.as(
        "batch_minor",
      ),
    ]);
}

function toApproval(row: Awaited<ReturnType<ReturnType<typeof approvals>["execute"]>>[number]): Approval {
  return {
    ...row,
    worth_eur_minor: minor(row.worth_eur_minor),
    params: approvalParams.parse(row.params),
    alone: aloneOf(row),
    limit_eur_minor: row.limit_eur_minor === null ? null : minor(row.limit_eur_minor),
  };
}

const BEFORE_LIMITS = -1;

function aloneOf(row: {
  status: string;
  decided_by: string | null;
  limit_eur_minor: number | null;
  made_at: Date;
  decided_at: Date | null;
}): Approval["alone"] {
  if (row.status !== "DONE" || row.decided_by !== null) return null;
  if (row.limit_eur_minor === BEFORE_LIMITS) return "BEFORE_LIMITS_WERE_KEPT";
  const hasWaited = row.decided_at !== null && row.decided_at > row.made_at;
  return row.limit_eur_minor === null || hasWaited ? "WITHOUT_RULE" : "BELOW_LIMIT";
}

export async function listApprovals(
  db: Kysely<DB>,
  after: string | null,
): Promise<{ approvals: Approval[]; next: string | null }> {
  const order = { table: "operator_acts", as: "a", time: "made_at", direction: "asc" } as const;
  const { rows, next } = await readPage(approvals(db).where("a.status", "=", "WAITING"), order, after);
  return { approvals: rows.map(toApproval), next };
}

export async function listDecidedApprovals(
  db: Kysely<DB>,
  after: string | null,
): Promise<{ approvals: Approval[]; next: string | null }> {
  const order = { table: "operator_acts", as: "a", time: "decided_at", direction: "desc" } as const;
  const { rows, next } = await readPage(approvals(db).where("a.status", "<>", "WAITING"), order, after);
  return { approvals: rows.map(toApproval), next };
}

/** Such as "payout_batch:{id}". */
export async function findLastDecision(db: Kysely<DB>, subject: string): Promise<Approval | null> {
  const row = await approvals(db)
    .where("a.subject", "=", subject)
    .where("a.status", "=", "DECLINED")
    .orderBy("a.decided_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? toApproval(row) : null;
}

/** Such as "payment:{id}"; `user:{id}` includes the debts of all currencies. */
export async function listWaitingAbout(db: Kysely<DB>, subject: string): Promise<Approval[]> {
  const rows = await approvals(db)
    .where((eb) => eb.or([eb("a.subject", "=", subject), eb("a.subject", "like", `${subject}:%`)]))
    .where("a.status", "=", "WAITING")
    .orderBy("a.made_at")
    .execute();
  return rows.map(toApproval);
}

/** Leaves out own requests. */
export async function countApprovals(
  db: Kysely<DB>,
  { kind, not_by }: { kind?: OperatorActKind; not_by?: string } = {},
): Promise<number> {
  const { count } = await db
    .selectFrom("operator_acts")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("status", "=", "WAITING")
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? "REFUND"))
    .$if(not_by !== undefined, (query) => query.where("made_by", "<>", not_by ?? ""))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findApproval(db: Kysely<DB>, id: string): Promise<Approval | null> {
  const row = await approvals(db).where("a.id", "=", id).executeTakeFirst();
  return row ? toApproval(row) : null;
}
