import { stringify } from "csv-stringify/sync";
import { Document } from "sepa";
import { businessDate, nextTargetDay } from "../../calendar.ts";
import { type Minor, minor, toDecimal } from "../../money/minor.ts";
import type { PayoutDestination } from "../destinations/payout-data.schema.ts";
import type { PayoutRail } from "../requests/payout-fees.ts";

const SPELLED: Record<string, string> = {
  ...{
    ä: "ae",
    ö: "oe",
    ü: "ue",
    ß: "ss",
    æ: "ae",
    œ: "oe",
    ø: "o",
    ł: "l",
    đ: "d",
    ð: "d",
    þ: "th",
    ı: "i",
  },
  ...{ ħ: "h", ŋ: "n", ĸ: "k", ŧ: "t", "&": "+" },
  ...{ "‘": "'", "’": "'", ʼ: "'", "´": "'", "‐": "-", "‑": "-", "–": "-", "—": "-" },
  ...{
    а: "a",
    б: "b",
    в: "v",
    г: "g",
    д: "d",
    е: "e",
    ж: "zh",
    з: "z",
    и: "i",
    й: "y",
    к: "k",
    л: "l",
    м: "m",
  },
  ...{ н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "h", ц: "ts", ч: "ch", ш: "sh" },
  ...{ щ: "sht", ъ: "a", ь: "y", ю: "yu", я: "ya" },
  ...{ ы: "y", э: "e", і: "i", ї: "yi", є: "ye", ґ: "g", ў: "u", ѓ: "gj", ќ: "kj", ѕ: "dz" },
  ...{ ј: "j", љ: "lj", њ: "nj", ћ: "c", џ: "dz", ђ: "dj" },
  ...{
    α: "a",
    β: "v",
    γ: "g",
    δ: "d",
    ε: "e",
    ζ: "z",
    η: "i",
    θ: "th",
    ι: "i",
    κ: "k",
    λ: "l",
    μ: "m",
    ν: "n",
  },
  ...{ ξ: "x", ο: "o", π: "p", ρ: "r", σ: "s", ς: "s", τ: "t", υ: "y", φ: "f", χ: "ch", ψ: "ps", ω: "o" },
};

/** SEPA's characters: umlauts spelled out, Cyrillic and Greek transliterated, others a dot. */
export function sepaText(text: string, maximum: number): string {
  const allowed = [...text.normalize("NFC")].map(spell).join("");
  const tidy = allowed
    .replace(/\s+/g, " ")
    // Leading, trailing and double slashes mean something to banks.
    .replace(/\/{2,}/g, "/")
    .replace(/^[/ ]+|[/ ]+$/g, "")
    .slice(0, maximum)
    .replace(/[/ ]+$/, "");
  return /[A-Za-z0-9]/.test(tidy) ? tidy : "NOTPROVIDED";
}

const ALLOWED = /^[A-Za-z0-9/?:().,'+ -]*$/;

function spell(letter: string): string {
  if (ALLOWED.test(letter)) return letter;
  if (/\s/u.test(letter)) return " ";
  const lower = letter.toLowerCase();
  const known = SPELLED[lower] ?? SPELLED[plain(lower)] ?? plain(lower);
  if (!ALLOWED.test(known)) return ".";
  return lower === letter ? known : known.slice(0, 1).toUpperCase() + known.slice(1);
}

function plain(letter: string): string {
  return letter.normalize("NFKD").replace(/\p{M}/gu, "");
}

export interface PayoutAccount {
  owner: string;
  iban: string;
  bic: string;
}

interface SepaTransfer {
  reference: string;
  owner: string;
  iban: string;
  bic: string | null;
  amount_minor: Minor;
  purpose: string;
}

const NAME_CHARACTERS = 70;
const PURPOSE_CHARACTERS = 140;

/** pain.001.001.09. `reference` has at most 35 characters. */
export function pain001(file: {
  reference: string;
  account: PayoutAccount;
  created_at: Date;
  execution_day: string;
  transfers: readonly SepaTransfer[];
}): string {
  const { account, reference } = file;
  const document = new Document("pain.001.001.09");
  const { grpHdr } = document;
  grpHdr.id = reference;
  grpHdr.created = asLocalTime(berlinWallClock.format(file.created_at).replace(" ", "T"));
  grpHdr.initiatorName = sepaText(account.owner, NAME_CHARACTERS);
  const block = document.createPaymentInfo();
  block.requestedExecutionDate = asLocalTime(`${file.execution_day}T12:00:00`);
  block.batchBooking = true;
  block.debtorName = sepaText(account.owner, NAME_CHARACTERS);
  block.debtorIBAN = account.iban;
  block.debtorBIC = bicFor(account.iban, account.bic);
  document.addPaymentInfo(block);
  // The package's ids exceed 35 characters.
  block.id = reference;
  for (const transfer of file.transfers) {
    const row = block.createTransaction();
    row.end2endId = transfer.reference;
    row.amount = euros(transfer.amount_minor);
    row.creditorName = sepaText(transfer.owner, NAME_CHARACTERS);
    row.creditorIBAN = transfer.iban;
    row.creditorBIC = bicFor(transfer.iban, transfer.bic);
    row.remittanceInfo = sepaText(transfer.purpose, PURPOSE_CHARACTERS);
    block.addTransaction(row);
    row.id = transfer.reference;
  }
  const total = euros(minor(file.transfers.reduce((sum, transfer) => sum + transfer.amount_minor, 0)));
  // The package adds floats, which loses cents among thousands.
  document.normalize = () => {
    grpHdr.transactionCount = file.transfers.length;
    grpHdr.controlSum = total;
    block.controlSum = total;
  };
  return document.toString();
}

const EXACT_MINOR_MAXIMUM = 10 ** 14;

function euros(amount: Minor): number {
  if (amount < 1 || amount > EXACT_MINOR_MAXIMUM) throw new RangeError(`not an amount to pay: ${amount}`);
  return amount / 100;
}

/** A foreign BIC refuses the whole file; the IBAN suffices. */
function bicFor(iban: string, bic: string | null): string {
  return bic !== null && bic.slice(4, 6) === iban.slice(0, 2) ? bic : "";
}

const berlinWallClock = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: "Europe/Berlin",
});

/** The package writes times in the process's zone. */
function asLocalTime(wallClock: string): Date {
  return new Date(wallClock);
}

interface FiledPayout {
  id: string;
  net_minor: Minor;
  bank_country: string | null;
  details: PayoutDestination;
}

export interface PayoutFile {
  file_name: string;
  content_type: string;
  bytes: Buffer;
}

interface Batch {
  id: string;
  currency: string;
  created_at: Date;
  account: PayoutAccount | null;
  payouts: readonly FiledPayout[];
}

export function payoutFile(rail: PayoutRail, batch: Batch): PayoutFile {
  const day = businessDate(batch.created_at);
  const name = `payouts-${rail.toLowerCase().replace("_csv", "")}-${batch.currency.toLowerCase()}-${day}-${batch.id.slice(-8)}`;
  if (rail === "SEPA")
    return {
      file_name: `${name}.xml`,
      content_type: "application/xml",
      bytes: Buffer.from(sepaFile(batch, day)),
    };
  const { payouts, currency } = batch;
  const rows = rail === "BANK_CSV" ? payouts.map(bankRow(currency)) : payouts.map(paxumRow(currency));
  const text = stringify(rows, { header: true, record_delimiter: "\r\n", escape_formulas: true });
  return { file_name: `${name}.csv`, content_type: "text/csv; charset=utf-8", bytes: Buffer.from(text) };
}

/** At most 35 characters. */
export function payoutReference(id: string): string {
  return id.replaceAll("-", "");
}

function sepaFile(batch: Batch, day: string): string {
  const { account } = batch;
  if (!account) throw new Error("a SEPA file needs our own account");
  return pain001({
    reference: payoutReference(batch.id),
    account,
    created_at: batch.created_at,
    execution_day: nextTargetDay(day),
    transfers: batch.payouts.map(({ id, net_minor, details }) => ({
      reference: payoutReference(id),
      owner: details.bank_account_owner ?? "",
      iban: details.bank_iban ?? "",
      bic: details.bank_bic,
      amount_minor: net_minor,
      purpose: `${account.owner}: payout of ${day}`,
    })),
  });
}

function bankRow(currency: string) {
  return ({ id, net_minor, bank_country, details }: FiledPayout) => ({
    reference: payoutReference(id),
    owner: details.bank_account_owner ?? "",
    account: details.bank_iban ?? "",
    bic: details.bank_bic ?? "",
    bank: details.bank_name ?? "",
    country: bank_country ?? "",
    currency,
    amount: toDecimal(net_minor, currency),
  });
}

function paxumRow(currency: string) {
  return ({ id, net_minor, details }: FiledPayout) => ({
    email: details.paxum_email ?? "",
    owner: details.paxum_account_owner ?? "",
    currency,
    amount: toDecimal(net_minor, currency),
    reference: payoutReference(id),
  });
}
