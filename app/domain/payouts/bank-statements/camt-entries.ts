import { productRules } from "../../../product-rules.ts";
import { compactAccount, isIban } from "../../money/iban.ts";
import type { Minor } from "../../money/minor.ts";
import type { IsoElement } from "../bank-files/iso-20022.ts";

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

/** The account whose entries are read, and the day of an entry that has none of its own. */
interface Account {
  currency: string;
  iban: string;
  day: string | null;
}

/** What a row adds to the account: below zero for a debit. */
export function bookedValue({
  direction,
  amount_minor,
}: Pick<ReadRow, "direction" | "amount_minor">): number {
  return direction === "CREDIT" ? amount_minor : -amount_minor;
}

/** The rows of an entry: none while it is not booked, several where the bank says of what it was booked together. */
export function readEntry(entry: IsoElement, { currency, iban, day: otherDay }: Account): ReadRow[] {
  const status = entry.textAt("Sts/Cd") ?? entry.textAt("Sts/Prtry") ?? entry.needText("Sts");
  if (status !== "BOOK") return [];
  const amount_minor = amountIn(entry.need("Amt"), currency);
  // Some banks tell of changed terms by a booking of nothing.
  if (amount_minor === 0) return [];
  const booked_on = bookedOn(entry) ?? otherDay;
  if (booked_on === null) throw entry.need("BookgDt/Dt").fault("content");
  const direction = directionOf(entry);
  const whole = { direction, amount_minor, currency, booked_on, has_other_details: false };
  const parts = entry.all("NtryDtls").flatMap((details) => details.all("TxDtls"));
  const [only] = parts;
  if (!only || parts.length === 1) return [{ ...whole, ...factsOf(entry, only ?? null, direction, iban) }];
  const rows = parts.map((part) => {
    // Beside that of the account, a bank may name the amount in the currency that was asked for.
    const amounts = PART_AMOUNTS.flatMap((way) => part.find(way) ?? []);
    const own = amounts.find(({ attributes, text }) => attributes.get("Ccy") === currency && text !== "");
    const towards = part.find("CdtDbtInd") ? directionOf(part) : direction;
    return {
      ...{ ...whole, direction: towards, amount_minor: own?.amount().amount_minor ?? null },
      ...factsOf(entry, part, towards, iban),
    };
  });
  const known = rows.flatMap(({ amount_minor: own, ...row }) =>
    own === null || own === 0 ? [] : [{ ...row, amount_minor: own }],
  );
  const sum = known.reduce((total, row) => total + bookedValue(row), 0);
  if (known.length === rows.length && sum === bookedValue(whole)) return known;
  // Parts of which none has an amount contradict nothing.
  const isSilent = rows.every((row) => row.amount_minor === null);
  return [{ ...whole, ...factsOf(entry, null, direction, iban), has_other_details: !isSilent }];
}

const PART_AMOUNTS = ["Amt", "AmtDtls/TxAmt/Amt", "AmtDtls/InstdAmt/Amt"];

/** The day that an entry names, by which it was booked or else is worth its money; null when it names none. */
function bookedOn(entry: IsoElement): string | null {
  const named = ["BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm"].flatMap(
    (way) => entry.find(way) ?? [],
  );
  const first = named.find(({ text }) => text !== "");
  if (!first) return null;
  const day = dayOf(first.text);
  if (day === null) throw first.fault("content");
  return day;
}

/** "2026-12-02" of a day, or of a moment on it, as the bank's own clock has it; null for no day of the calendar. */
export function dayOf(text: string | null | undefined): string | null {
  const day = /^(?:19|2\d)\d{2}-\d{2}-\d{2}(?!\d)/.exec(text ?? "")?.[0];
  const time = day === undefined ? Number.NaN : Date.parse(day);
  return day !== undefined && !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
    ? day
    : null;
}

/** What the bank says of a transaction; of its entry where there is nothing closer. */
function factsOf(
  entry: IsoElement,
  part: IsoElement | null,
  direction: ReadRow["direction"],
  ourIban: string,
): Omit<ReadRow, "direction" | "amount_minor" | "currency" | "booked_on" | "has_other_details"> {
  const info = part?.find("RtrInf") ?? entry.find("RtrInf");
  const isReversal = isTrue(entry.textAt("RvslInd"));
  const codes = [part, entry].flatMap((each) => each?.find("BkTxCd") ?? []);
  const batch = entry.find("NtryDtls/Btch");
  const parties = part?.find("RltdPties");
  const [debtor, creditor] = ["DbtrAcct", "CdtrAcct"].map((name) => ibanOf(parties?.find(`${name}/Id`)));
  const accounts = (direction === "DEBIT" ? [creditor, debtor] : [debtor, creditor])
    .flatMap((iban) => iban ?? [])
    .filter((iban) => iban !== ourIban);
  const reason = [info?.textAt("Rsn/Cd") ?? info?.textAt("Rsn/Prtry"), info?.textAt("AddtlInf")];
  const remittance = part?.find("RmtInf");
  const words = [
    ...(remittance?.all("Ustrd") ?? []).map(({ text }) => text),
    remittance?.textAt("Strd/CdtrRefInf/Ref") ?? null,
    part?.textAt("AddtlTxInf") ?? entry.textAt("AddtlNtryInf"),
  ];
  return {
    is_return: isReversal || info !== null || codes.some(isReturnCode),
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

/** A yes as XML schema spells it. */
export function isTrue(text: string | null): boolean {
  return text === "true" || text === "1";
}

/** A code for a payment that came back: ISO's own, or the one of the German banks (business code 159). */
function isReturnCode(code: IsoElement): boolean {
  if (code.textAt("Domn/Fmly/SubFmlyCd") === "RRTN") return true;
  return /^(?:DK|ZKA)$/.test(code.textAt("Prtry/Issr") ?? "")
    ? /^(?:[A-Z]{4}\+)?159(?:\+|$)/.test(code.textAt("Prtry/Cd") ?? "")
    : false;
}

/** The IBAN of an account, also where the bank writes it as a number of its own. */
function ibanOf(id: IsoElement | null | undefined): string | null {
  const account = compactAccount(id?.textAt("IBAN") ?? "");
  const other = compactAccount(id?.textAt("Othr/Id") ?? "");
  return account || (isIban(other) ? other : null);
}

/** Banks write these where they know of no reference. */
function said(reference: string | null | undefined): string | null {
  return reference && !/^(?:NOTPROVIDED|NOTAVAILABLE|NOTREF|NONREF|0+)$/i.test(reference)
    ? reference.slice(0, productRules.reference_characters_maximum)
    : null;
}

function joined(words: readonly (string | null | undefined)[], maximum: number): string | null {
  return words.filter(Boolean).join(" ").slice(0, maximum) || null;
}

export function directionOf(element: IsoElement): ReadRow["direction"] {
  const direction = element.needText("CdtDbtInd");
  if (direction === "DBIT") return "DEBIT";
  if (direction === "CRDT") return "CREDIT";
  throw element.need("CdtDbtInd").fault("content");
}

export function amountIn(element: IsoElement, expected: string): Minor {
  const { amount_minor, currency } = element.amount();
  if (currency !== expected) throw element.fault("currency");
  return amount_minor;
}
