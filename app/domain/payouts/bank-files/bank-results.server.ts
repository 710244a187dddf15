import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { isTooLargeForMaker, reportReturns, requestPayoutApproval } from "../batches/mark-payouts.server.ts";
import { type OutcomeServices, settle } from "../batches/transitions.server.ts";
import type { FileFault } from "./iso-20022.ts";
import { type BankResult, readBankResults } from "./read-bank-results.ts";

export interface ResultsReport {
  applied: number;
  waiting: number;
  reported: number;
  already: number;
  unknown: number;
  /** Line numbers: unreadable or impossible, such as another sum. */
  wrong: number[];
}

type ResultsTaken =
  | { outcome: "taken"; report: ResultsReport }
  | { outcome: "unreadable" | "too_big" | "second_operator_needed" }
  | { outcome: "no_report"; fault: FileFault };

/**
 * Imports a bank's results of a batch; the same file again changes nothing. Failures wait for a second
 * operator. A return is only noted: a statement and two operators return money.
 */
export async function takeBankResults(
  services: OutcomeServices,
  given: { batch_id: string; operator_id: string; bytes: Uint8Array },
): Promise<ResultsTaken> {
  const { batch_id, operator_id } = given;
  const file = readBankResults(given.bytes);
  if (file.outcome !== "read") return file;
  const whole = file.files.find((each) => each.batch_id === batch_id);
  const states = await statesIn(services.db, batch_id);
  const lines: BankResult[] = whole
    ? [...states].flatMap(([payout_id, { state }], index) =>
        state === "PROCESSING" ? [{ ...whole, line: index + 1, payout_id, amount: null }] : [],
      )
    : file.results;
  if (lines.length > 0 && (await isTooLargeForMaker(services, batch_id, operator_id)))
    return { outcome: "second_operator_needed" };
  const others = file.files.length - (whole ? 1 : 0);
  const report: ResultsReport = {
    applied: 0,
    waiting: 0,
    reported: 0,
    already: 0,
    unknown: others,
    wrong: file.wrong,
  };
  // Paid first: a file may report a payment and, further down, its return.
  for (const isPaid of [true, false]) {
    const results = lines.filter((result) => (result.status === "paid") === isPaid);
    const now = isPaid ? states : await statesIn(services.db, batch_id);
    const wanted: Record<TransitionRule, Map<string, string | null>> = {
      paid: new Map(),
      failed: new Map(),
      reported: new Map(),
    };
    for (const result of results) {
      const judgement = judge(result, now.get(result.payout_id));
      if (judgement === "unknown") report.unknown += 1;
      else if (judgement === "wrong") report.wrong.push(result.line);
      else if (judgement === "already" || wanted[judgement].has(result.payout_id)) report.already += 1;
      else wanted[judgement].set(result.payout_id, result.reason);
    }
    for (const transition of ["paid", "failed"] as const) {
      const { done, held } = await settle(services, operator_id, transition, wanted[transition]);
      report.applied += done.size;
      report.already += wanted[transition].size - done.size - held.size;
      if (transition === "paid") continue;
      report.waiting += held.size;
      const asked = whole
        ? [{ which: { batch_id, reason: whole.reason }, payouts: [...held.values()] }]
        : [...held].map(([payout_id, payout]) => {
            const reason = wanted[transition].get(payout_id) ?? null;
            return { which: { payout_id, reason }, payouts: [payout] };
          });
      for (const { which, payouts } of held.size > 0 ? asked : [])
        await services.db
          .transaction()
          .execute((trx) =>
            requestPayoutApproval(trx, services, transition, { ...which, operator_id }, payouts),
          );
    }
    const reported = await services.db
      .transaction()
      .execute((trx) => reportReturns(trx, wanted.reported, { operator_id, now: services.clock() }));
    report.reported += reported.size;
    report.already += wanted.reported.size - reported.size;
  }
  report.wrong.sort((a, b) => a - b);
  await auditResults(services, given, report);
  return { outcome: "taken", report };
}

async function auditResults(
  services: OutcomeServices,
  given: { batch_id: string; operator_id: string; bytes: Uint8Array },
  report: ResultsReport,
): Promise<void> {
  const { applied, waiting, reported } = report;
  const sha256 = createHash("sha256").update(given.bytes).digest("hex");
  await services.db.transaction().execute((trx) =>
    writeAudit(trx, {
      ...{ actor_id: given.operator_id, action: "payouts.results_read", now: services.clock() },
      ...{
        subject: `payout_batch:${given.batch_id}`,
        before: null,
        after: { sha256, applied, waiting, reported },
      },
    }),
  );
}

type TransitionRule = "paid" | "failed" | "reported";

type State = "PROCESSING" | "PAID" | "FAILED" | "BOUNCED";

interface Known {
  state: State;
  net_minor: number;
  currency: string;
}

function judge(
  { status, amount }: BankResult,
  known: Known | undefined,
): TransitionRule | "unknown" | "already" | "wrong" {
  if (known === undefined) return "unknown";
  const { state, net_minor, currency } = known;
  if (amount !== null && (amount.amount_minor !== net_minor || amount.currency !== currency)) return "wrong";
  if (status === "paid") return state === "PROCESSING" ? "paid" : state === "FAILED" ? "wrong" : "already";
  if (state === "FAILED" || state === "BOUNCED") return "already";
  if (status === "returned") return "reported";
  return state === "PROCESSING" ? "failed" : "wrong";
}

async function statesIn(db: Kysely<DB>, batchId: string): Promise<Map<string, Known>> {
  const rows = await db
    .selectFrom("payouts")
    .select(["id", "status", "paid_at", "net_minor", "currency"])
    .where("batch_id", "=", batchId)
    .where("status", "<>", "REQUESTED")
    .$narrowType<{ status: Exclude<State, "BOUNCED"> }>()
    .execute();
  return new Map(
    rows.map(({ id, status, paid_at, ...sum }) => [
      id,
      { ...sum, state: status === "FAILED" && paid_at !== null ? "BOUNCED" : status },
    ]),
  );
}
