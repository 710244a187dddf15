import { productRules } from "../../../product-rules.ts";
import { compactAccount, isIban } from "../../money/iban.ts";
import type { Minor } from "../../money/minor.ts";
import { type FileFaultError, type IsoElement, readIsoFile } from "../bank-files/iso-20022.ts";

export interface ReadRow {
  direction: "DEBIT" | "CREDIT";
  amount_minor: Minor;
  currency: string;
  booked_on: string;
  is_return: boolean;
  return_reason: string | null;
  end_to_end_ref: string | null;
  batch_ref: string | null;
  bank_ref: string | null;
  counterparty_iban: string | null;
  words: string | null;
  has_other_details: boolean;
}

interface Account {
  currency: string;
  iban: string;
  day: string | null;
}

function bookedValue({ direction, amount_minor }: Pick<ReadRow, "direction" | "amount_minor">): number {
  return direction === "CREDIT" ? amount_minor : -amount_minor;
}

/** None before it is booked, several for a batch booking. */
function readEntry(entry: IsoElement, { currency, iban, day: otherDay }: Account): ReadRow[] {
  const status = entry.textAt("Sts/Cd") ?? entry.textAt("Sts/Prtry") ?? entry.needText("Sts");
  if (status !== "BOOK") return [];
  const amount_minor = amountIn(entry.need("Amt"), currency);
  // Some banks announce terms by an empty booking.
  if (amount_minor === 0) return [];
  const booked_on = bookedOn(entry) ?? otherDay;
  if (booked_on === null) throw entry.need("BookgDt/Dt").fault("content");
  const direction = directionOf(entry);
  const whole = { direction, amount_minor, currency, booked_on, has_other_details: false };
  const parts = entry.all("NtryDtls").flatMap((details) => details.all("TxDtls"));
  const [only] = parts;
  if (!only || parts.length === 1) return [{ ...whole, ...factsOf(entry, only ?? null, direction, iban) }];
  const rows = parts.map((part) => {
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
  const isSilent = rows.every((row) => row.amount_minor === null);
  return [{ ...whole, ...factsOf(entry, null, direction, iban), has_other_details: !isSilent }];
}

const PART_AMOUNTS = ["Amt", "AmtDtls/TxAmt/Amt", "AmtDtls/InstdAmt/Amt"];

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

function dayOf(text: string | null | undefined): string | null {
  const day = /^(?:19|2\d)\d{2}-\d{2}-\d{2}(?!\d)/.exec(text ?? "")?.[0];
  const time = day === undefined ? Number.NaN : Date.parse(day);
  return day !== undefined && !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
    ? day
    : null;
}

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

function isTrue(text: string | null): boolean {
  return text === "true" || text === "1";
}

/** ISO's code, or the German banks' (159). */
function isReturnCode(code: IsoElement): boolean {
  if (code.textAt("Domn/Fmly/SubFmlyCd") === "RRTN") return true;
  return /^(?:DK|ZKA)$/.test(code.textAt("Prtry/Issr") ?? "")
    ? /^(?:[A-Z]{4}\+)?159(?:\+|$)/.test(code.textAt("Prtry/Cd") ?? "")
    : false;
}

function ibanOf(id: IsoElement | null | undefined): string | null {
  const account = compactAccount(id?.textAt("IBAN") ?? "");
  const other = compactAccount(id?.textAt("Othr/Id") ?? "");
  return account || (isIban(other) ? other : null);
}

function said(reference: string | null | undefined): string | null {
  return reference && !/^(?:NOTPROVIDED|NOTAVAILABLE|NOTREF|NONREF|0+)$/i.test(reference)
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

function amountIn(element: IsoElement, expected: string): Minor {
  const { amount_minor, currency } = element.amount();
  if (currency !== expected) throw element.fault("currency");
  return amount_minor;
}

export interface ReadStatement {
  kind: "camt.053" | "camt.054";
  named_by: IsoElement;
  statement_ref: string;
  issue: string | null;
  sequence: string | null;
  currency: string;
  page: { number: number; is_last: boolean } | null;
  /** Null for a notification. */
  balances: Balances | null;
  rows: ReadRow[];
}

interface Balances {
  opening_minor: number | null;
  closing_minor: number | null;
  closing_on: string | null;
  named_by: IsoElement;
}

interface ReadFile {
  statements: ReadStatement[];
  other_accounts: string[];
}

const PARTS = {
  "camt.053": { body: "Stmt", pages: "StmtPgntn" },
  "camt.054": { body: "Ntfctn", pages: "NtfctnPgntn" },
} as const;

/**
 * All or none, pages in order; skips unbooked entries. Throws `FileFaultError` for another account, currency
 * or wrong balances.
 */
export function readStatements(bytes: Uint8Array, ourIban: string): ReadFile {
  const { message: kind, content } = readIsoFile(bytes, ["camt.053", "camt.054"]);
  content.need(PARTS[kind].body);
  const bodies = content.all(PARTS[kind].body);
  const isOurs = (body: IsoElement) => isAccount(accountOf(body).text, ourIban);
  const [own, others] = [bodies.filter(isOurs), bodies.filter((body) => !isOurs(body))];
  const [other] = others;
  if (own.length === 0 && other) throw accountOf(other).fault("account");
  const statements = own.map((body) => readStatement(kind, { content, body }, ourIban));
  return {
    statements: statements.sort((a, b) => (a.page?.number ?? 0) - (b.page?.number ?? 0)),
    other_accounts: [...new Set(others.map((body) => maskedAccount(accountOf(body).text)))],
  };
}

function accountOf(body: IsoElement): IsoElement {
  const account = body.find("Acct/Id/IBAN") ?? body.find("Acct/Id/Othr/Id") ?? body.need("Acct/Id/IBAN");
  if (account.text === "") throw account.fault("missing");
  return account;
}

function isAccount(named: string, iban: string): boolean {
  const account = compactAccount(named);
  return account === iban || account === iban.slice(4);
}

export function maskedAccount(named: string): string {
  const account = compactAccount(named);
  return isIban(account) ? `${account.slice(0, 2)}•• •••• ${account.slice(-4)}` : `•••• ${account.slice(-4)}`;
}

function readStatement(
  kind: ReadStatement["kind"],
  { content, body }: { content: IsoElement; body: IsoElement },
  iban: string,
): ReadStatement {
  const statement_ref = body.needText("Id");
  if (statement_ref.length > productRules.reference_characters_maximum)
    throw body.need("Id").fault("content");
  const entries = body.all("Ntry");
  const first = body.find("Bal/Amt") ?? entries[0]?.find("Amt");
  const currency = body.textAt("Acct/Ccy") ?? first?.currency() ?? "EUR";
  if (!/^[A-Z]{3}$/.test(currency)) throw body.need("Acct/Ccy").fault("currency");
  const moment = body.textAt("CreDtTm") ?? content.textAt("GrpHdr/CreDtTm");
  const made_at = moment?.slice(0, productRules.reference_characters_maximum) ?? null;
  const ends_on = dayOf(body.textAt("FrToDt/ToDtTm"));
  const page = pageOf(kind, content, body);
  const stated = kind === "camt.053" ? readBalances(body, currency, page) : null;
  const day = stated?.closing_on ?? ends_on ?? dayOf(made_at);
  const rows = entries.flatMap((entry) => readEntry(entry, { currency, iban, day }));
  const closing_on = stated?.closing_on ?? ends_on ?? rows.at(-1)?.booked_on ?? dayOf(made_at);
  const balances = stated && { ...stated, closing_on };
  const fault = balances && page === null ? faultOf(balances, rows) : null;
  if (fault) throw fault;
  return {
    ...{ kind, named_by: body.need("Id"), statement_ref, currency, page, balances, rows },
    issue: balances ? closing_on : made_at,
    sequence: body.textAt("LglSeqNb") ?? body.textAt("ElctrncSeqNb"),
  };
}

function pageOf(kind: ReadStatement["kind"], content: IsoElement, body: IsoElement): ReadStatement["page"] {
  const isAlone = content.all(PARTS[kind].body).length === 1;
  const pages = body.find(PARTS[kind].pages) ?? (isAlone ? content.find("GrpHdr/MsgPgntn") : null);
  if (!pages) return null;
  const number = pages.needText("PgNb");
  if (!/^\d{1,5}$/.test(number)) throw pages.need("PgNb").fault("content");
  const is_last = isTrue(pages.needText("LastPgInd"));
  return Number(number) === 1 && is_last ? null : { number: Number(number), is_last };
}

/** Null when the balances explain the rows. */
export function faultOf(balances: Balances, rows: readonly ReadRow[]): FileFaultError | null {
  const { opening_minor, closing_minor, named_by } = balances;
  if (opening_minor === null || closing_minor === null) return named_by.fault("balances");
  return opening_minor + bookedSum(rows) === closing_minor ? null : named_by.fault("sum");
}

export function bookedSum(rows: readonly ReadRow[]): number {
  return rows.reduce((sum, row) => sum + bookedValue(row), 0);
}

function readBalances(body: IsoElement, currency: string, page: ReadStatement["page"]): Balances {
  const all = body.all("Bal").map((element) => ({ element, code: element.textAt("Tp/CdOrPrtry/Cd") ?? "" }));
  const of = (code: string) => all.find((each) => each.code === code)?.element;
  const between = all.filter(({ code }) => code === "ITBD").map(({ element }) => element);
  // A page may repeat the whole statement's balances.
  const [isFirst, isLast] = [page === null || page.number === 1, page === null || page.is_last];
  const whole = { opening: of("OPBD") ?? of("PRCD"), closing: of("CLBD") };
  const opening = (isFirst ? null : between[0]) ?? whole.opening ?? between[0];
  const closing = (isLast ? null : between.at(-1)) ?? whole.closing ?? between.at(-1);
  return {
    opening_minor: opening ? signed(opening, currency) : null,
    closing_minor: closing ? signed(closing, currency) : null,
    closing_on: dayOf(closing?.textAt("Dt/Dt") ?? closing?.textAt("Dt/DtTm")),
    named_by: closing ?? opening ?? body,
  };
}

function signed(balance: IsoElement, currency: string): number {
  const amount = amountIn(balance.need("Amt"), currency);
  return directionOf(balance) === "DEBIT" && amount !== 0 ? -amount : amount;
}
