import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import type { Minor } from "../../money/minor.ts";
import {
  isTooLargeForMaker,
  type OutcomeServices,
  reportReturns,
  requestPayoutApproval,
  settle,
} from "../batches/transitions.server.ts";
import { type FileFault, FileFaultError, faultAtTop, type IsoElement, readIsoFile } from "./iso-20022.ts";

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
 * A repeated file changes nothing. Failures wait for a second operator; returns are only noted, until a
 * statement and two operators return money.
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
  // Paid first: a file may report a return before its payment.
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

type FinalStatus = "paid" | "failed";

interface ReportedPayment {
  end_to_end_id: string;
  status: FinalStatus;
  reason: string | null;
  amount: { amount_minor: Minor; currency: string } | null;
}

interface StatusReport {
  message_id: string;
  payments: (ReportedPayment & { line: number })[];
  wrong: number[];
  files: { reference: string; status: FinalStatus; reason: string | null }[];
}

const FINAL: Partial<Record<string, FinalStatus>> = {
  ACSC: "paid",
  ACCC: "paid",
  RJCT: "failed",
  CANC: "failed",
};

interface Said {
  state: string | null;
  reason: string | null;
}

/** pain.002.001.03 to .14, German forms. Skips payments that are not final. Throws `FileFaultError`. */
export function readPain002(bytes: Uint8Array): StatusReport {
  const { content } = readIsoFile(bytes, ["pain.002"]);
  const group = content.need("OrgnlGrpInfAndSts");
  const message_id = group.needText("OrgnlMsgId");
  const answered = group.textAt("OrgnlMsgNmId");
  // Reports on direct debits (pain.008) may have similar references.
  if (answered !== null && !/^pain\.001\b/i.test(answered)) throw faultAtTop("other_report");
  const ofGroup: Said = { state: group.textAt("GrpSts"), reason: reasonOf(group) };
  const report: StatusReport = { message_id, payments: [], wrong: [], files: [] };
  let line = 0;
  let speaksOfSingle = false;
  const wholes = [{ reference: message_id, said: ofGroup }];
  for (const block of content.all("OrgnlPmtInfAndSts")) {
    const reference = block.needText("OrgnlPmtInfId");
    const state = block.textAt("PmtInfSts");
    const said = state === null ? ofGroup : { state, reason: reasonOf(block) ?? ofGroup.reason };
    wholes.push({ reference, said });
    for (const row of block.all("TxInfAndSts")) {
      line += 1;
      if (row.textAt("TxSts") !== null) speaksOfSingle = true;
      const payment = readRow(row, said);
      if (payment === "wrong") report.wrong.push(line);
      else if (payment !== null) report.payments.push({ ...payment, line });
    }
  }
  if (speaksOfSingle) return report;
  const whole = wholes.findLast(({ said }) => FINAL[said.state ?? ""] !== undefined);
  const isOneOfAll = wholes.every(({ said }) => said.state === null || FINAL[said.state] !== undefined);
  const status = FINAL[whole?.said.state ?? ""];
  if (!whole || !status || !isOneOfAll) return report;
  const { reference, said } = whole;
  return { message_id, payments: [], wrong: [], files: [{ reference, status, reason: said.reason }] };
}

function readRow(row: IsoElement, whole: Said): ReportedPayment | "wrong" | null {
  try {
    const end_to_end_id = row.needText("OrgnlEndToEndId");
    const own = row.textAt("TxSts");
    const status = FINAL[own ?? whole.state ?? ""];
    const amount = row.find("OrgnlTxRef/Amt/InstdAmt")?.amount() ?? null;
    if (!status) return null;
    return { end_to_end_id, status, reason: reasonOf(row) ?? (own === null ? whole.reason : null), amount };
  } catch (error) {
    if (error instanceof FileFaultError) return "wrong";
    throw error;
  }
}

function reasonOf(element: IsoElement): string | null {
  const words = element
    .all("StsRsnInf")
    .flatMap((info) => [
      info.textAt("Rsn/Cd") ?? info.textAt("Rsn/Prtry") ?? "",
      ...info.all("AddtlInf").map(({ text }) => text),
    ]);
  return words.filter(Boolean).join(" ").slice(0, productRules.reason_characters_maximum) || null;
}

interface BankResult {
  line: number;
  payout_id: string;
  status: "paid" | "failed" | "returned";
  reason: string | null;
  amount: { amount_minor: Minor; currency: string } | null;
}

type FileResult = Omit<BankResult, "line" | "payout_id" | "amount"> & { batch_id: string };

type ReadResults =
  | {
      outcome: "read";
      results: BankResult[];
      files: FileResult[];
      wrong: number[];
    }
  | { outcome: "unreadable" | "too_big" }
  | { outcome: "no_report"; fault: FileFault };

const referenceSchema = z
  .string()
  .transform((text) => text.replaceAll("-", "").toLowerCase())
  .pipe(z.string().regex(/^[0-9a-f]{32}$/));

const rowSchema = z.object({
  end_to_end_id: referenceSchema,
  status: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(["paid", "failed", "returned"])),
  reason: z
    .string()
    .optional()
    .transform((text) => text?.slice(0, productRules.reason_characters_maximum) || null),
});

const fileSchema = z.array(
  z.object({ record: z.record(z.string(), z.unknown()), info: z.object({ lines: z.number() }) }),
);

/** pain.002, or CSV with end_to_end_id, status (paid, failed, returned) and reason. */
export function readBankResults(bytes: Uint8Array): ReadResults {
  if (bytes.byteLength > productRules.payout.results_bytes_maximum) return { outcome: "too_big" };
  return isXml(bytes) ? readReport(bytes) : readTable(decode(bytes));
}

function isXml(bytes: Uint8Array): boolean {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 100));
  return /^(?:\xEF\xBB\xBF|\xFF\xFE|\xFE\xFF)?[\s\0]*</.test(start);
}

function readReport(bytes: Uint8Array): ReadResults {
  let report: StatusReport;
  try {
    report = readPain002(bytes);
  } catch (error) {
    if (error instanceof FileFaultError) return { outcome: "no_report", fault: error.fault };
    throw error;
  }
  const results: BankResult[] = [];
  const wrong = [...report.wrong];
  for (const { end_to_end_id, ...said } of report.payments) {
    const payout_id = idOfReference(end_to_end_id);
    if (payout_id === null) wrong.push(said.line);
    else results.push({ ...said, payout_id });
  }
  const files = report.files.flatMap(({ reference, status, reason }) => {
    const batch_id = idOfReference(reference);
    return batch_id === null ? [] : [{ batch_id, status, reason }];
  });
  return { outcome: "read", results, files, wrong };
}

const DELIMITERS = [";", ",", "\t", "|"];

function readTable(text: string): ReadResults {
  const [, named] = /^"?sep=([^\r\n])[^\r\n]*[\r\n]/i.exec(text) ?? [];
  const first = named === undefined ? 1 : 2;
  const table = [named ?? [], DELIMITERS]
    .flat()
    .map((delimiter) => rowsBy(delimiter, text, first))
    .find((each) => each?.names.includes("end_to_end_id") && each.names.includes("status"));
  if (!table) return { outcome: "unreadable" };
  const results: BankResult[] = [];
  const wrong: number[] = [];
  for (const { record, info } of table.rows) {
    const row = rowSchema.safeParse(record);
    if (!row.success || row.data.reason?.includes("\0")) {
      wrong.push(info.lines);
      continue;
    }
    const { end_to_end_id: id, status, reason } = row.data;
    results.push({ line: info.lines, payout_id: withDashes(id), status, reason, amount: null });
  }
  return { outcome: "read", results, files: [], wrong };
}

function rowsBy(
  delimiter: string,
  text: string,
  first: number,
): { names: readonly string[]; rows: z.infer<typeof fileSchema> } | null {
  let names: string[] = [];
  const columns = (header: string[]) => {
    names = header.map((name) => name.trim().toLowerCase());
    return names;
  };
  try {
    const options = { delimiter, columns, info: true, bom: true, from_line: first, relax_quotes: true };
    const rows = parse(text, { ...options, trim: true, skip_empty_lines: true, relax_column_count: true });
    return { rows: fileSchema.parse(rows), names };
  } catch {
    return null;
  }
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

export function idOfReference(reference: string): string | null {
  const id = referenceSchema.safeParse(reference);
  return id.success ? withDashes(id.data) : null;
}

function withDashes(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
