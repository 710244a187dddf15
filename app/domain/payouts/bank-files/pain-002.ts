import { productRules } from "../../../product-rules.ts";
import type { Minor } from "../../money/minor.ts";
import { FileFaultError, faultAtTop } from "./file-fault.ts";
import { type IsoElement, readIsoFile } from "./iso-20022.ts";

type FinalStatus = "paid" | "failed";

/** What a report says of one payment. */
interface ReportedPayment {
  end_to_end_id: string;
  status: FinalStatus;
  reason: string | null;
  /** What the bank says that was asked for; null when it does not say. */
  amount: { amount_minor: Minor; currency: string } | null;
}

/** What a bank's status report says of one payment, or of all of a file that it names. */
export interface StatusReport {
  /** The reference that we gave to the file that this answers. */
  message_id: string;
  /** With the number of each in the report, those that are not final left out. */
  payments: (ReportedPayment & { line: number })[];
  /** The numbers of the payments whose row cannot be understood. */
  wrong: number[];
  /** The file that was refused or carried out as a whole, by the reference that we gave it. */
  files: { reference: string; status: FinalStatus; reason: string | null }[];
}

/** The final ones (ISO 20022): with any other the payment is still under way. */
const FINAL: Partial<Record<string, FinalStatus>> = {
  ACSC: "paid",
  ACCC: "paid",
  RJCT: "failed",
  CANC: "failed",
};

/** What is said of a whole: its status, whether final or not, and why. */
interface Said {
  state: string | null;
  reason: string | null;
}

/**
 * Reads a payment status report (pain.002.001.03 to .14 and the forms of the German banks): the answer of a bank to a
 * pain.001. What is not final yet is left out, a row that cannot be understood is named. Throws a `FileFaultError` for
 * anything else.
 */
export function readPain002(bytes: Uint8Array): StatusReport {
  const { content } = readIsoFile(bytes, ["pain.002"]);
  const group = content.need("OrgnlGrpInfAndSts");
  const message_id = group.needText("OrgnlMsgId");
  const answered = group.textAt("OrgnlMsgNmId");
  // A report on direct debits (pain.008) may bear references like ours.
  if (answered !== null && !/^pain\.001\b/i.test(answered)) throw faultAtTop("other_report");
  const ofGroup: Said = { state: group.textAt("GrpSts"), reason: reasonOf(group) };
  const report: StatusReport = { message_id, payments: [], wrong: [], files: [] };
  let line = 0;
  let speaksOfSingle = false;
  const wholes = [{ reference: message_id, said: ofGroup }];
  for (const block of content.all("OrgnlPmtInfAndSts")) {
    const reference = block.needText("OrgnlPmtInfId");
    const state = block.textAt("PmtInfSts");
    // A block that says nothing of itself is what its group is.
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
  // Each of our files is one block of the same reference. Who says nothing of single payments speaks of all of them.
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

/** "AC04 Account closed": the code and what the bank adds. */
function reasonOf(element: IsoElement): string | null {
  const words = element
    .all("StsRsnInf")
    .flatMap((info) => [
      info.textAt("Rsn/Cd") ?? info.textAt("Rsn/Prtry") ?? "",
      ...info.all("AddtlInf").map(({ text }) => text),
    ]);
  return words.filter(Boolean).join(" ").slice(0, productRules.reason_characters_maximum) || null;
}
