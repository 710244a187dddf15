import { productRules } from "../../../product-rules.ts";
import { compactAccount, isIban } from "../../money/iban.ts";
import type { FileFaultError } from "../bank-files/file-fault.ts";
import { type IsoElement, readIsoFile } from "../bank-files/iso-20022.ts";
import {
  amountIn,
  bookedValue,
  dayOf,
  directionOf,
  isTrue,
  type ReadRow,
  readEntry,
} from "./camt-entries.ts";

/** A statement of our account (camt.053), or a notice of what was booked on it (camt.054); of one in pages, a page. */
export interface ReadStatement {
  kind: "camt.053" | "camt.054";
  /** The element that names it. */
  named_by: IsoElement;
  statement_ref: string;
  /** What tells it from others that the bank gives the same name: the day that it closes on; of a notice, its moment. */
  issue: string | null;
  sequence: string | null;
  currency: string;
  page: { number: number; is_last: boolean } | null;
  /** Null for a notice. */
  balances: Balances | null;
  rows: ReadRow[];
}

/** The balances before and after; of a page that does not name one, null. */
export interface Balances {
  opening_minor: number | null;
  closing_minor: number | null;
  closing_on: string | null;
  /** Where the last of them stands. */
  named_by: IsoElement;
}

/** What a file says of our account, and the accounts of others in it, masked. */
export interface ReadFile {
  statements: ReadStatement[];
  other_accounts: string[];
}

const PARTS = {
  "camt.053": { body: "Stmt", pages: "StmtPgntn" },
  "camt.054": { body: "Ntfctn", pages: "NtfctnPgntn" },
} as const;

/**
 * Reads a bank's statements of our account, whole or not at all. Those of other accounts are named and left out; a file
 * without one of ours, another currency and balances that do not add up throw a `FileFaultError`. What is not booked yet is
 * left out. Pages come in their order.
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

/** The element that names the account: an IBAN, or a number of the bank's own. */
function accountOf(body: IsoElement): IsoElement {
  const account = body.find("Acct/Id/IBAN") ?? body.find("Acct/Id/Othr/Id") ?? body.need("Acct/Id/IBAN");
  if (account.text === "") throw account.fault("missing");
  return account;
}

/** Whether an account is ours: by its IBAN, or by the national number that every IBAN holds behind its check digits. */
function isAccount(named: string, iban: string): boolean {
  const account = compactAccount(named);
  return account === iban || account === iban.slice(4);
}

/** Enough to know an account by, not enough to use it. */
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

/** Which page of several it is: null where one page is the whole. */
function pageOf(kind: ReadStatement["kind"], content: IsoElement, body: IsoElement): ReadStatement["page"] {
  // The pages of a message are those of its statement where it has one alone.
  const isAlone = content.all(PARTS[kind].body).length === 1;
  const pages = body.find(PARTS[kind].pages) ?? (isAlone ? content.find("GrpHdr/MsgPgntn") : null);
  if (!pages) return null;
  const number = pages.needText("PgNb");
  if (!/^\d{1,5}$/.test(number)) throw pages.need("PgNb").fault("content");
  const is_last = isTrue(pages.needText("LastPgInd"));
  return Number(number) === 1 && is_last ? null : { number: Number(number), is_last };
}

/** What is wrong with balances between which these rows were booked; null when they explain each other. */
export function faultOf(balances: Balances, rows: readonly ReadRow[]): FileFaultError | null {
  const { opening_minor, closing_minor, named_by } = balances;
  if (opening_minor === null || closing_minor === null) return named_by.fault("balances");
  return opening_minor + bookedSum(rows) === closing_minor ? null : named_by.fault("sum");
}

/** What rows add to the account together. */
export function bookedSum(rows: readonly ReadRow[]): number {
  return rows.reduce((sum, row) => sum + bookedValue(row), 0);
}

function readBalances(body: IsoElement, currency: string, page: ReadStatement["page"]): Balances {
  const all = body.all("Bal").map((element) => ({ element, code: element.textAt("Tp/CdOrPrtry/Cd") ?? "" }));
  const of = (code: string) => all.find((each) => each.code === code)?.element;
  const between = all.filter(({ code }) => code === "ITBD").map(({ element }) => element);
  // A page within a statement may repeat the balances of all of it beside its own.
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

/** Below zero where we owe the bank. */
function signed(balance: IsoElement, currency: string): number {
  const amount = amountIn(balance.need("Amt"), currency);
  return directionOf(balance) === "DEBIT" && amount !== 0 ? -amount : amount;
}
