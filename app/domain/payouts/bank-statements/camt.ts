import { productRules } from "../../../product-rules.ts";
import { compactAccount } from "../../money/iban.ts";
import { type Minor, minor } from "../../money/minor.ts";
import { type IsoElement, type IsoFile, readIsoFile } from "../bank-files/iso-20022.ts";

/** A statement of our account (camt.053), or a notice of what was booked on it (camt.054). */
export interface ReadStatement {
  kind: "camt.053" | "camt.054";
  /** The element that names it. */
  named_by: IsoElement;
  statement_ref: string;
  sequence: string | null;
  currency: string;
  /** Null for a notice. */
  balances: { opening_minor: number; closing_minor: number; closing_on: string | null } | null;
  rows: ReadRow[];
}

/** One booked transaction; of a batch that is booked as one, each of its transactions where the bank names them. */
export interface ReadRow {
  direction: "DEBIT" | "CREDIT";
  amount_minor: Minor;
  currency: string;
  /** "2026-12-02" */
  booked_on: string;
  is_return: boolean;
  return_reason: string | null;
  end_to_end_ref: string | null;
  /** Of our file, where the bank booked it as one. */
  batch_ref: string | null;
  bank_ref: string | null;
  counterparty_iban: string | null;
  words: string | null;
  /** Whether what the bank says of its parts does not add up to what it booked. */
  has_other_details: boolean;
}

const BODY = { "camt.053": "Stmt", "camt.054": "Ntfctn" } as const;

/**
 * Reads a bank's statements of one account, whole or not at all: another account, another currency and balances that do
 * not add up throw a `FileFaultError`. What is not booked yet is left out.
 */
export function readStatements(bytes: Uint8Array, ourIban: string): ReadStatement[] {
  const { message, content } = readIsoFile(bytes, ["camt.053", "camt.054"]);
  const kind: IsoFile["message"] = message;
  if (kind === "pain.002") return [];
  content.need(BODY[kind]);
  return content.all(BODY[kind]).map((body) => readStatement(kind, body, ourIban));
}

function readStatement(kind: ReadStatement["kind"], body: IsoElement, ourIban: string): ReadStatement {
  const statement_ref = body.needText("Id");
  const iban = body.need("Acct/Id/IBAN");
  if (compactAccount(iban.text) !== ourIban) throw iban.fault("account");
  const entries = body.all("Ntry");
  const first = body.find("Bal/Amt") ?? entries[0]?.find("Amt");
  const currency = body.textAt("Acct/Ccy") ?? first?.attributes.get("Ccy") ?? "EUR";
  const rows = entries.flatMap((entry) => readEntry(entry, currency, ourIban));
  const balances = kind === "camt.053" ? readBalances(body, currency, rows) : null;
  const sequence = body.textAt("LglSeqNb") ?? body.textAt("ElctrncSeqNb");
  return { kind, named_by: body.need("Id"), statement_ref, sequence, currency, balances, rows };
}

/** The balances before and after, which what was booked between them has to explain. */
function readBalances(
  body: IsoElement,
  currency: string,
  rows: readonly ReadRow[],
): ReadStatement["balances"] {
  const all = body.all("Bal").map((element) => ({
    element,
    code: element.textAt("Tp/CdOrPrtry/Cd") ?? "",
    amount_minor: signed(element, amountIn(element.need("Amt"), currency)),
  }));
  const between = all.filter(({ code }) => code === "ITBD");
  const opening = all.find(({ code }) => code === "OPBD" || code === "PRCD") ?? between[0];
  const closing = all.find(({ code }) => code === "CLBD") ?? between.at(-1);
  if (!opening || !closing) throw (body.find("Bal") ?? body).fault("missing");
  const booked = rows.reduce((sum, row) => sum + bookedValue(row), 0);
  if (opening.amount_minor + booked !== closing.amount_minor) throw closing.element.fault("sum");
  const closing_on = dayOf(closing.element.textAt("Dt/Dt") ?? closing.element.textAt("Dt/DtTm"));
  return { opening_minor: opening.amount_minor, closing_minor: closing.amount_minor, closing_on };
}

/** What a row adds to the account: below zero for a debit. */
export function bookedValue({
  direction,
  amount_minor,
}: Pick<ReadRow, "direction" | "amount_minor">): number {
  return direction === "CREDIT" ? amount_minor : -amount_minor;
}

function readEntry(entry: IsoElement, currency: string, ourIban: string): ReadRow[] {
  const status = entry.textAt("Sts/Cd") ?? entry.needText("Sts");
  if (status !== "BOOK") return [];
  const amount_minor = amountIn(entry.need("Amt"), currency);
  // Some banks tell of changed terms by a booking of nothing.
  if (amount_minor === 0) return [];
  const booked = entry.textAt("BookgDt/Dt") ?? entry.textAt("BookgDt/DtTm");
  const day = dayOf(booked ?? entry.needText("ValDt/Dt"));
  if (day === null) throw entry.need("BookgDt").fault("content");
  const direction = directionOf(entry);
  const whole = { direction, amount_minor, currency, booked_on: day, has_other_details: false };
  const parts = entry.all("NtryDtls").flatMap((details) => details.all("TxDtls"));
  const [only] = parts;
  if (!only || parts.length === 1) return [{ ...whole, ...factsOf(entry, only ?? null, direction, ourIban) }];
  const rows = parts.map((part) => {
    const amount = part.find("Amt") ?? part.find("AmtDtls/TxAmt/Amt") ?? part.find("AmtDtls/InstdAmt/Amt");
    const own = amount?.amount();
    const towards = part.find("CdtDbtInd") ? directionOf(part) : direction;
    return {
      ...{ ...whole, direction: towards, amount_minor: own?.currency === currency ? own.amount_minor : null },
      ...factsOf(entry, part, towards, ourIban),
    };
  });
  const known = rows.flatMap(({ amount_minor: own, ...row }) =>
    own === null || own === 0 ? [] : [{ ...row, amount_minor: own }],
  );
  const sum = known.reduce((total, row) => total + bookedValue(row), 0);
  if (known.length === rows.length && sum === bookedValue(whole)) return known;
  return [{ ...whole, ...factsOf(entry, null, direction, ourIban), has_other_details: true }];
}

/** "2026-12-02" of a day, or of a moment on it. */
function dayOf(text: string | null | undefined): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text ?? "")?.[0];
  return day === undefined || Number.isNaN(Date.parse(day)) ? null : day;
}

/** What the bank says of a transaction; of its entry where there is nothing closer. */
function factsOf(
  entry: IsoElement,
  part: IsoElement | null,
  direction: ReadRow["direction"],
  ourIban: string,
): Omit<ReadRow, "direction" | "amount_minor" | "currency" | "booked_on" | "has_other_details"> {
  const info = part?.find("RtrInf") ?? entry.find("RtrInf");
  const isReversal = /^(?:true|1)$/.test(entry.textAt("RvslInd") ?? "");
  const codes = [part, entry].map((each) => each?.textAt("BkTxCd/Domn/Fmly/SubFmlyCd"));
  const batch = entry.find("NtryDtls/Btch");
  const parties = part?.find("RltdPties");
  const [debtor, creditor] = ["DbtrAcct", "CdtrAcct"].map((name) => parties?.textAt(`${name}/Id/IBAN`));
  const accounts = (direction === "DEBIT" ? [creditor, debtor] : [debtor, creditor])
    .flatMap((iban) => (iban ? [compactAccount(iban)] : []))
    .filter((iban) => iban !== ourIban);
  const reason = [info?.textAt("Rsn/Cd") ?? info?.textAt("Rsn/Prtry"), info?.textAt("AddtlInf")];
  const remittance = part?.find("RmtInf");
  const words = [
    ...(remittance?.all("Ustrd") ?? []).map(({ text }) => text),
    remittance?.textAt("Strd/CdtrRefInf/Ref") ?? null,
    part?.textAt("AddtlTxInf") ?? entry.textAt("AddtlNtryInf"),
  ];
  return {
    is_return: isReversal || info !== null || codes.includes("RRTN"),
    return_reason: joined(reason, productRules.reason_characters_maximum),
    end_to_end_ref: said(part?.textAt("Refs/EndToEndId")),
    batch_ref:
      batch?.textAt("PmtInfId") ??
      batch?.textAt("MsgId") ??
      said(part?.textAt("Refs/PmtInfId")) ??
      said(part?.textAt("Refs/MsgId")),
    bank_ref: said(part?.textAt("Refs/AcctSvcrRef") ?? entry.textAt("AcctSvcrRef")),
    counterparty_iban: accounts[0] ?? null,
    words: joined(words, productRules.reason_characters_maximum),
  };
}

/** Banks write these where they know of no reference. */
function said(reference: string | null | undefined): string | null {
  return reference && !/^(?:NOTPROVIDED|NOTAVAILABLE|NOTREF|NONREF)$/i.test(reference)
    ? reference.slice(0, productRules.reference_characters_maximum)
    : null;
}

function joined(words: readonly (string | null | undefined)[], maximum: number): string | null {
  return words.filter(Boolean).join(" ").slice(0, maximum) || null;
}

function directionOf(element: IsoElement): ReadRow["direction"] {
  const direction = element.needText("CdtDbtInd");
  if (direction === "DBIT") return "DEBIT";
  if (direction === "CRDT") return "CREDIT";
  throw element.need("CdtDbtInd").fault("content");
}

function signed(element: IsoElement, amount: number): number {
  return directionOf(element) === "DEBIT" ? minor(-amount) : amount;
}

function amountIn(element: IsoElement, expected: string): Minor {
  const { amount_minor, currency } = element.amount();
  if (currency !== expected) throw element.fault("currency");
  return amount_minor;
}
