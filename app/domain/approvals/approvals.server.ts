import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import type { Tokens } from "../../crypto/crypto.server.ts";
import { listActors, writeAudit } from "../audit/audit.server.ts";
import { correctApproved, reverseCorrectionApproved } from "../corrections/corrections.server.ts";
import { writeOffApproved } from "../earnings/debts.server.ts";
import { decideHeldRate, findHeldLeap } from "../exchange-rates/rates.server.ts";
import { findCorrectionKind } from "../ledger/rules/correction-posting-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import { changeRole, forgetInvitation, inviteApproved } from "../operator-acts/operator-accounts.server.ts";
import {
  decideAct,
  lockActsAbout,
  mayDecideAct,
  type OperatorActKind,
  requireDecider,
  type SecondOperatorRule,
  voidActs,
  waitsForSecondOperator,
} from "../operator-acts/operator-acts.server.ts";
import { approvedKinds, rolesApproving } from "../operator-rights.server.ts";
import { OPERATOR_ROLES } from "../operator-roles.schema.ts";
import { PAYMENT_REPORTS, REFUND_REPORTS } from "../payment-updates/provider-report.schema.ts";
import { reportApproved } from "../payment-updates/provider-reports.server.ts";
import { reverseEventApproved, takeOutsideApproved } from "../payments/settlements/exception-acts.server.ts";
import {
  type BatchServices,
  confirmAcceptedData,
  dissolveBatch,
  releaseBatch,
  withdrawBatchApproved,
} from "../payouts/batches/batches.server.ts";
import { type OutcomeServices, settle, settleStep } from "../payouts/batches/transitions.server.ts";
import { liftApprovedFreeze } from "../payouts/freezes.server.ts";
import { readPage } from "../read-page.server.ts";
import { refundApproved } from "../refunds/refunds.server.ts";
import { changeApproved } from "../settings/settings.server.ts";
import { endSuspenseApproved } from "../suspense/suspense-exits.server.ts";
import type { TipServices } from "../tips/tip-and-payment.server.ts";

const fact = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

const approvalParams = z.object({
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
  invitation_id: z.string().optional(),
  account_id: z.string().optional(),
  role: z.enum(OPERATOR_ROLES).optional(),
  before_role: z.enum(OPERATOR_ROLES).optional(),
  settings_group: z.string().optional(),
  seen_version: z.number().optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
  settings_issuer: z.array(z.string()).optional(),
  settings_before: z.record(z.string(), fact).optional(),
  settings_after: z.record(z.string(), fact).optional(),
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
  /** The invited email, or the one with a new role; null when declined. */
  operator: string | null;
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
      sql<string | null>`(
        select coalesce(u.email, i.email)
        from (select coalesce(f.facts ->> 'account_id', f.facts ->> 'invitation_id')::uuid as id) as o
          left join users u on u.id = o.id left join operator_invitations i on i.id = o.id)`.as("operator"),
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

function approvalsOf(db: Kysely<DB>, role: string) {
  return approvals(db).where("a.kind", "in", approvedKinds(role));
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
  role: string,
  after: string | null,
): Promise<{ approvals: Approval[]; next: string | null }> {
  const order = { table: "operator_acts", as: "a", time: "made_at", direction: "asc" } as const;
  const { rows, next } = await readPage(
    approvalsOf(db, role).where("a.status", "=", "WAITING"),
    order,
    after,
  );
  return { approvals: rows.map(toApproval), next };
}

export async function listDecidedApprovals(
  db: Kysely<DB>,
  role: string,
  after: string | null,
): Promise<{ approvals: Approval[]; next: string | null }> {
  const order = { table: "operator_acts", as: "a", time: "decided_at", direction: "desc" } as const;
  const { rows, next } = await readPage(
    approvalsOf(db, role).where("a.status", "<>", "WAITING"),
    order,
    after,
  );
  return { approvals: rows.map(toApproval), next };
}

export async function findLastDecision(db: Kysely<DB>, subject: string): Promise<Approval | null> {
  const row = await approvals(db)
    .where("a.subject", "=", subject)
    .where("a.status", "=", "DECLINED")
    .orderBy("a.decided_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? toApproval(row) : null;
}

export async function listWaitingAbout(db: Kysely<DB>, subject: string): Promise<Approval[]> {
  const rows = await approvals(db)
    .where((eb) => eb.or([eb("a.subject", "=", subject), eb("a.subject", "like", `${subject}:%`)]))
    .where("a.status", "=", "WAITING")
    .orderBy("a.made_at")
    .execute();
  return rows.map(toApproval);
}

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

export async function findApproval(db: Kysely<DB>, role: string, id: string): Promise<Approval | null> {
  const row = await approvalsOf(db, role).where("a.id", "=", id).executeTakeFirst();
  return row ? toApproval(row) : null;
}

/** Always two operators, whatever the rule of money. */
const OF_OPERATORS: readonly OperatorActKind[] = ["OPERATOR_INVITED", "OPERATOR_ROLE"];

type ApprovalServices = OutcomeServices &
  BatchServices &
  TipServices & { tokens: Tokens } & {
    config: { payoutAccount: Parameters<typeof releaseBatch>[2]["account"] };
  };

export type ApprovalOutcome = "approved" | "gone" | "own" | "frozen" | "accounts_wait" | "no_account";

interface Decision {
  id: string;
  operator_id: string;
}

/**
 * In one transaction. The approver took no step of the same money; an impossible act is void
 * (docs/product.md, 6.12).
 */
export async function approve(services: ApprovalServices, given: Decision): Promise<ApprovalOutcome> {
  const now = services.clock();
  const { operator_id } = given;
  let wholeBatch: WholeBatch | null = null;
  const outcome = await services.db.transaction().execute(async (trx): Promise<ApprovalOutcome> => {
    const act = await lockWaiting(trx, given.id);
    if (!act) return "gone";
    await requireDecider(trx, operator_id, act.kind);
    const isAlone = services.second_operator_from_minor === null && !OF_OPERATORS.includes(act.kind);
    if (!isAlone && (await makersOf(trx, act)).includes(operator_id)) return "own";
    // The maker may have lost the role since.
    const isMade = await mayDecideAct(trx, act.made_by, act.kind);
    const carriedOut = isMade ? await carryOut(trx, services, act, { operator_id, now }) : "gone";
    if (carriedOut !== "done" && carriedOut !== "gone") return carriedOut;
    if (carriedOut === "done" && act.params.batch_id && act.kind === "PAYOUT_FAILED")
      wholeBatch = {
        ...{ batch_id: act.params.batch_id, maker: act.made_by, asked_at: act.made_at },
        reason: act.params.reason ?? null,
      };
    await decideAct(trx, {
      ...{ id: act.id, status: carriedOut === "done" ? "DONE" : "VOID", now },
      operator_id: act.made_by === operator_id ? null : operator_id,
    });
    if (act.params.invitation_id) await forgetInvitation(trx, act.params.invitation_id);
    if (carriedOut === "gone") return "gone";
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "approval.approved", subject: act.subject, now },
      before: null,
      after: { approval: act.id, kind: act.kind },
    });
    return "approved";
  });
  if (wholeBatch !== null) await failWholeBatch(services, wholeBatch);
  return outcome;
}

/** Also for taking back one's own. A batch is taken apart. */
export async function declineApproval(
  services: Pick<ApprovalServices, "db" | "clock">,
  given: Decision & { reason: string },
): Promise<"declined" | "taken_back" | "gone"> {
  const now = services.clock();
  const { id, operator_id, reason } = given;
  return await services.db.transaction().execute(async (trx) => {
    const act = await lockWaiting(trx, id);
    if (!act) return "gone";
    await requireDecider(trx, operator_id, act.kind);
    const isMaker = act.made_by === operator_id;
    await decideAct(trx, { id, status: "DECLINED", operator_id: isMaker ? null : operator_id, reason, now });
    if (act.kind === "BATCH_RELEASE" && act.params.batch_id)
      await dissolveBatch(trx, { batch_id: act.params.batch_id, operator_id, now });
    if (act.params.invitation_id) await forgetInvitation(trx, act.params.invitation_id);
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "approval.declined", subject: act.subject, now },
      before: { approval: id, kind: act.kind },
      after: { reason },
    });
    return isMaker ? "taken_back" : "declined";
  });
}

type WaitingAct = Pick<Approval, "id" | "kind" | "subject" | "params" | "made_by" | "made_at">;

async function lockWaiting(trx: Transaction<DB>, id: string): Promise<WaitingAct | null> {
  const known = await trx
    .selectFrom("operator_acts")
    .select("params")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!known) return null;
  await lockActsAbout(trx, await relatedSubjects(trx, approvalParams.parse(known.params)));
  const row = await trx
    .selectFrom("operator_acts")
    .select(["id", "kind", "subject", "params", "made_by", "made_at"])
    .where("id", "=", id)
    .where("status", "=", "WAITING")
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, params: approvalParams.parse(row.params) } : null;
}

/** Locks what waits about the same payouts first. */
async function relatedSubjects(trx: Transaction<DB>, params: WaitingAct["params"]): Promise<string[]> {
  const { payout_id, batch_id } = params;
  if (!payout_id && !batch_id) return [];
  const payouts = await trx
    .selectFrom("payouts")
    .select(["id", "batch_id"])
    .$if(payout_id !== undefined, (query) => query.where("id", "=", payout_id ?? ""))
    .$if(payout_id === undefined, (query) => query.where("batch_id", "=", batch_id ?? ""))
    .execute();
  const batches = new Set([batch_id, ...payouts.map((payout) => payout.batch_id)].filter(Boolean));
  return [...payouts.map(({ id }) => `payout:${id}`), ...[...batches].map((id) => `payout_batch:${id}`)];
}

export async function isMakerOf(db: Kysely<DB>, approval: Approval, operatorId: string): Promise<boolean> {
  return (await makersOf(db, approval)).includes(operatorId);
}

export async function listCheckers(db: Kysely<DB>, approval: Approval): Promise<string[]> {
  const makers = new Set(await makersOf(db, approval));
  const roles = rolesApproving(approval.kind);
  const operators = await listActors(db, { withLeft: false, roles });
  return operators.filter(({ id }) => !makers.has(id)).map(({ email }) => email);
}

/**
 * The maker of the act, batch or request. A return adds the acceptor of the account (unless no third operator
 * exists), bounds the file's reader, a statement its importer.
 */
async function makersOf(
  trx: Kysely<DB>,
  { kind, made_by, params }: Pick<WaitingAct, "kind" | "made_by" | "params">,
): Promise<(string | null)[]> {
  const { payout_id, batch_id } = params;
  if (kind === "OPERATOR_ROLE") return [made_by, params.account_id ?? null];
  if (kind === "SETTLEMENT_TAKEN") return [made_by, await readerOf(trx, params.settlement_event_id ?? "")];
  if (!payout_id && !batch_id) return [made_by];
  const steps = await trx
    .selectFrom("payouts as p")
    .leftJoin("payout_batches as b", "b.id", "p.batch_id")
    .innerJoin("payout_destinations as d", "d.id", "p.details_id")
    .select(["p.requested_by", "b.created_by", "d.decided_by"])
    .distinct()
    .$if(payout_id !== undefined, (query) => query.where("p.id", "=", payout_id ?? ""))
    .$if(payout_id === undefined, (query) => query.where("p.batch_id", "=", batch_id ?? ""))
    .execute();
  const ofAccounts = kind === "PAYOUT_BOUNCED" ? steps.flatMap((step) => step.decided_by ?? []) : [];
  const importers = payout_id ? await importersOf(trx, payout_id) : [];
  if (importers.length > 0) {
    const readers = [made_by, ...importers];
    return (await isThereAnother(trx, [...readers, ...ofAccounts])) ? [...readers, ...ofAccounts] : readers;
  }
  return [made_by, ...steps.flatMap((step) => [step.requested_by, step.created_by]), ...ofAccounts];
}

async function isThereAnother(trx: Kysely<DB>, operators: readonly string[]): Promise<boolean> {
  const found = await trx
    .selectFrom("users")
    .select("id")
    .where("role", "in", rolesApproving("PAYOUT_BOUNCED"))
    .where("deleted_at", "is", null)
    .where("id", "not in", operators)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function importersOf(trx: Kysely<DB>, payoutId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("bank_entries as e")
    .innerJoin("bank_statements as s", "s.id", "e.statement_id")
    .select("s.imported_by")
    .where("e.payout_id", "=", payoutId)
    .where("e.outcome", "=", "RETURNED")
    .execute();
  return rows.map(({ imported_by }) => imported_by);
}

async function readerOf(trx: Kysely<DB>, eventId: string): Promise<string | null> {
  const file = await trx
    .selectFrom("settlement_events as e")
    .innerJoin("settlements as s", "s.id", "e.settlement_id")
    .select("s.imported_by")
    .where("e.id", "=", eventId)
    .executeTakeFirst();
  return file?.imported_by ?? null;
}

async function carryOut(
  trx: Transaction<DB>,
  services: ApprovalServices,
  { id: act_id, kind, params, made_by, made_at }: WaitingAct,
  { operator_id, now }: { operator_id: string; now: Date },
): Promise<"done" | Exclude<ApprovalOutcome, "approved">> {
  const { currency = "EUR", amount_minor = 0, reason, ...ids } = params;
  const asked = { operator_id: made_by, reason: reason ?? "", now };
  switch (kind) {
    case "REFUND":
    case "GOODWILL":
      return await carryOutRefund(trx, services, { params, made_by, now });
    case "PAYMENT_REPORTED":
    case "PROVIDER_REPORT": {
      if (!ids.report) return "gone";
      const amount = params.amount_minor === undefined ? null : minor(params.amount_minor);
      const { payment_id = "", report, refund_id = null, reference } = ids;
      const given = { payment_id, report, refund_id, reference: reference ?? "", amount_minor: amount };
      const order = { ...given, operator_id: made_by, note: asked.reason, now };
      return (await reportApproved(trx, services, order)) === "reported" ? "done" : "gone";
    }
    case "WRITE_OFF": {
      const order = { ...asked, creator_id: ids.creator_id ?? "", currency, amount_minor };
      return (await writeOffApproved(trx, services, order)) === "written_off" ? "done" : "gone";
    }
    case "SETTLEMENT_REVERSED": {
      const given = { ...asked, event_id: ids.settlement_event_id ?? "" };
      return (await reverseEventApproved(trx, given)) === "reversed" ? "done" : "gone";
    }
    case "CORRECTION":
    case "CORRECTION_REVERSED": {
      const isAlone = services.second_operator_from_minor === null;
      const makers = { made_by, approved_by: isAlone ? null : operator_id, reason: asked.reason, now };
      return await carryOutCorrection(trx, { kind, params }, makers);
    }
    case "SETTLEMENT_TAKEN": {
      const given = { operator_id: made_by, reason: reason ?? "", event_id: ids.settlement_event_id ?? "" };
      return (await takeOutsideApproved(trx, services, given)) === "taken" ? "done" : "gone";
    }
    case "RATE_LEAP": {
      const given = { id: ids.held_rate_id ?? "", rate_date: ids.rate_date ?? "", operator_id: made_by, now };
      return (await acceptRateApproved(trx, given)) === "decided" ? "done" : "gone";
    }
    case "FREEZE_LIFTED":
      return (await liftApprovedFreeze(trx, { ...asked, freeze_id: ids.freeze_id ?? "" })) === "lifted"
        ? "done"
        : "gone";
    case "PAYOUT_DATA": {
      const given = { details_id: ids.details_id ?? "", operator_id };
      return (await confirmAcceptedData(trx, given)) === "confirmed" ? "done" : "gone";
    }
    case "BATCH_RELEASE": {
      const { second_operator_from_minor: from, config } = services;
      const given = { batch_id: ids.batch_id ?? "", operator_id: from === null ? null : operator_id };
      const released = await releaseBatch(trx, services, { ...given, account: config.payoutAccount, now });
      return released === "released" ? "done" : released;
    }
    case "BATCH_WITHDRAWN": {
      const given = { ...asked, batch_id: ids.batch_id ?? "", asked_at: made_at };
      return (await withdrawBatchApproved(trx, given)) === "withdrawn" ? "done" : "gone";
    }
    case "OPERATOR_INVITED":
      return (await inviteApproved(trx, services, ids.invitation_id ?? "")) === "invited" ? "done" : "gone";
    case "OPERATOR_ROLE": {
      const given = { user_id: ids.account_id ?? "", role: ids.role ?? "", act_id, operator_id };
      return (await changeRole(trx, services, given)) === "changed" ? "done" : "gone";
    }
    case "SETTINGS":
      return await carryOutSettings(trx, params, { operator_id: made_by, now });
    case "PAYOUT_PAID":
      return "gone";
    case "PAYOUT_FAILED":
    case "PAYOUT_BOUNCED":
      return await endPayout(trx, services, { kind, params, made_by, made_at });
    case "SUSPENSE_KEPT":
    case "SUSPENSE_RETURNED": {
      const given = { payment_id: ids.payment_id ?? "", seen_left_minor: amount_minor };
      const { by, reference } = ids;
      if (kind === "SUSPENSE_RETURNED" && !by) return "gone";
      const end = by
        ? { kind: "SUSPENSE_RETURNED" as const, by, reference: reference ?? "" }
        : { kind: "SUSPENSE_KEPT" as const };
      return (await endSuspenseApproved(trx, services, { ...asked, ...given, end })) === "ended"
        ? "done"
        : "gone";
    }
  }
}

async function carryOutSettings(
  trx: Transaction<DB>,
  params: WaitingAct["params"],
  maker: { operator_id: string; now: Date },
): Promise<"done" | "gone"> {
  const { settings_group: group, seen_version, settings, settings_issuer: issuer = null } = params;
  if (group === undefined || seen_version === undefined || settings === undefined) return "gone";
  const { settings_before: was = {}, settings_after: is = {} } = params;
  const given = { group, seen_version, settings, issuer, was, is, ...maker };
  return (await changeApproved(trx, given)) === "changed" ? "done" : "gone";
}

async function carryOutRefund(
  trx: Transaction<DB>,
  services: ApprovalServices,
  { params, made_by, now }: Pick<WaitingAct, "params" | "made_by"> & { now: Date },
): Promise<"done" | "gone"> {
  const by = { role: "OPERATOR", user_id: made_by, reason: params.reason ?? "" } as const;
  const { outcome } = await refundApproved(trx, services, {
    ...{ payment_id: params.payment_id ?? "", amount_minor: minor(params.amount_minor ?? 0), now },
    ...{
      seen_left_minor: minor(params.seen_left_minor ?? 0),
      goodwill_minor: minor(params.goodwill_minor ?? 0),
    },
    by: { ...by, pays_rest: params.pays_rest ?? false },
  });
  return outcome === "requested" ? "done" : "gone";
}

async function endPayout(
  trx: Transaction<DB>,
  services: ApprovalServices,
  { kind, params, made_by, made_at }: Pick<WaitingAct, "kind" | "params" | "made_by" | "made_at">,
): Promise<"done" | "gone"> {
  if (params.batch_id) return "done";
  const id = params.payout_id ?? "";
  const transition = kind === "PAYOUT_FAILED" ? "failed" : "bounced";
  const reasons = new Map([[id, params.reason ?? null]]);
  const change = { operatorId: made_by, transition, reasons, asked_at: made_at } as const;
  const settled = await settleStep(trx, services, change, [id]);
  return settled?.done.has(id) ? "done" : "gone";
}

async function carryOutCorrection(
  trx: Transaction<DB>,
  { kind, params }: Pick<WaitingAct, "kind" | "params">,
  makers: Parameters<typeof correctApproved>[2],
): Promise<"done" | "gone"> {
  const { correction_id: id, debit_code, credit_code, owner, currency, amount_minor, reference } = params;
  if (id === undefined) return "gone";
  if (kind === "CORRECTION_REVERSED")
    return (await reverseCorrectionApproved(trx, id, makers)) === "reversed" ? "done" : "gone";
  const known = findCorrectionKind({ debit: debit_code ?? "", credit: credit_code ?? "" });
  if (!known || owner === undefined || !currency || !amount_minor || !reference) return "gone";
  const codes = { debit_code: known.debit, credit_code: known.credit };
  const correction = { id, ...codes, owner, currency, amount_minor: minor(amount_minor), reference };
  return (await correctApproved(trx, correction, makers)) === "posted" ? "done" : "gone";
}

interface WholeBatch {
  batch_id: string;
  maker: string;
  reason: string | null;
  asked_at: Date;
}

async function failWholeBatch(services: ApprovalServices & { db: Kysely<DB> }, batch: WholeBatch) {
  const rows = await services.db
    .selectFrom("payouts")
    .select("id")
    .where("batch_id", "=", batch.batch_id)
    .execute();
  const reasons = new Map(rows.map(({ id }) => [id, batch.reason]));
  await settle(services, batch.maker, "failed", reasons, batch.asked_at);
}

interface HeldRateDecision {
  id: string;
  rate_date: string;
  operator_id: string;
}

const subjectOf = ({ id, rate_date }: Pick<HeldRateDecision, "id" | "rate_date">) =>
  `rate:${id}:${rate_date}`;

/** A leap needs a second operator. "gone": decided or replaced (docs/product.md, 6.12). */
export async function decideRate(
  services: SecondOperatorRule & { db: Kysely<DB>; clock: () => Date; newId: () => string },
  given: HeldRateDecision & { decision: "ACCEPTED" | "REFUSED" },
): Promise<"decided" | "waiting" | "gone"> {
  const now = services.clock();
  const { id, rate_date, operator_id, decision } = given;
  return await services.db.transaction().execute(async (trx) => {
    const held = await findHeldLeap(trx, { id, rate_date });
    if (!held) return "gone";
    const subject = subjectOf(given);
    if (decision === "ACCEPTED" && held.leaps_far) {
      const { currency: rate_currency, units_per_euro, before_units } = held;
      const waits = await waitsForSecondOperator(trx, services, {
        ...{ kind: "RATE_LEAP", operator_id, worth_eur_minor: minor(0), subject, now },
        params: { held_rate_id: id, rate_date, rate_currency, units_per_euro, before_units },
      });
      if (waits) return "waiting";
    }
    if (decision === "REFUSED") await voidActs(trx, { kinds: ["RATE_LEAP"], subjects: [subject], now });
    return await decideHeldRate(trx, { ...given, now });
  });
}

async function acceptRateApproved(
  trx: Transaction<DB>,
  given: HeldRateDecision & { now: Date },
): Promise<"decided" | "gone"> {
  return await decideHeldRate(trx, { ...given, decision: "ACCEPTED" });
}
