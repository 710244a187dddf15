import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import { productRules } from "../../../product-rules.ts";

/** What a bank's status report says of one payment, or of all of a file that it names. */
export interface StatusReport {
  /** The reference that we gave to the file that this answers. */
  message_id: string;
  payments: { end_to_end_id: string; status: "paid" | "failed"; reason: string | null }[];
  /** The file that was refused or carried out as a whole, by the reference that we gave it. */
  files: { reference: string; status: "paid" | "failed"; reason: string | null }[];
}

/** The final ones (ISO 20022): with any other the payment is still under way. */
const FINAL: Partial<Record<string, "paid" | "failed">> = {
  ACSC: "paid",
  ACCC: "paid",
  RJCT: "failed",
  CANC: "failed",
};

const text = z.string().trim();
const reasons = z
  .array(
    z.object({
      Rsn: z.object({ Cd: text.optional(), Prtry: text.optional() }).optional(),
      AddtlInf: z.array(text).optional(),
    }),
  )
  .optional();
const payment = z.object({
  OrgnlEndToEndId: text,
  TxSts: text.optional(),
  StsRsnInf: reasons,
});
const report = z.object({
  Document: z.object({
    CstmrPmtStsRpt: z.object({
      OrgnlGrpInfAndSts: z.object({ OrgnlMsgId: text, GrpSts: text.optional(), StsRsnInf: reasons }),
      OrgnlPmtInfAndSts: z
        .array(
          z.object({
            OrgnlPmtInfId: text,
            PmtInfSts: text.optional(),
            StsRsnInf: reasons,
            TxInfAndSts: z.array(payment).default([]),
          }),
        )
        .default([]),
    }),
  }),
});

const LISTS = new Set(["OrgnlPmtInfAndSts", "TxInfAndSts", "StsRsnInf", "AddtlInf"]);
const parser = new XMLParser({
  parseTagValue: false,
  removeNSPrefix: true,
  isArray: (name) => LISTS.has(name),
});

/**
 * Reads a payment status report (pain.002.001.03 to .12): the answer of a bank to a pain.001. What is not final yet is
 * left out. Null for anything else.
 */
export function readPain002(xml: string): StatusReport | null {
  // No bank declares types of its own; who does wants to try the parser.
  if (/<!DOCTYPE/i.test(xml)) return null;
  let parsed: z.infer<typeof report>;
  try {
    parsed = report.parse(parser.parse(xml, true));
  } catch {
    return null;
  }
  const { OrgnlGrpInfAndSts: group, OrgnlPmtInfAndSts: blocks } = parsed.Document.CstmrPmtStsRpt;
  const payments = blocks.flatMap((block) =>
    block.TxInfAndSts.flatMap((each) => {
      const status = FINAL[each.TxSts ?? ""];
      const reason = reasonOf(each.StsRsnInf);
      return status ? [{ end_to_end_id: each.OrgnlEndToEndId, status, reason }] : [];
    }),
  );
  // Each of our files is one block of the same reference. Who names single payments says only of them what became of it.
  const wholes = [
    { reference: group.OrgnlMsgId, status: FINAL[group.GrpSts ?? ""], reason: reasonOf(group.StsRsnInf) },
    ...blocks.map((block) => ({
      reference: block.OrgnlPmtInfId,
      status: FINAL[block.PmtInfSts ?? ""],
      reason: reasonOf(block.StsRsnInf),
    })),
  ];
  const isWhole = blocks.every((block) => block.TxInfAndSts.length === 0);
  const files = wholes.flatMap(({ reference, status, reason }) =>
    isWhole && status ? [{ reference, status, reason }] : [],
  );
  return { message_id: group.OrgnlMsgId, payments, files: files.slice(-1) };
}

/** "AC04 Account closed": the code and what the bank adds. */
function reasonOf(list: z.infer<typeof reasons>): string | null {
  const words = (list ?? []).flatMap(({ Rsn, AddtlInf = [] }) => [Rsn?.Cd ?? Rsn?.Prtry ?? "", ...AddtlInf]);
  const joined = words
    .filter(Boolean)
    .join(" ")
    .replace(/\p{Cc}+/gu, " ");
  return joined.slice(0, productRules.reason_characters_maximum) || null;
}
