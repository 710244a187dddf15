import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { convertAtRates, type ReferenceRate, ratesKnownAt, ratesOn } from "../exchange-rates/rates.server.ts";
import { documentNumber } from "../money/formats.ts";
import { currencyDigits, minor, toDecimal } from "../money/minor.ts";
import { type DatevSettings, datevAccountOf, datevNumber } from "./datev-settings.schema.ts";
import { type JournalExtent, type JournalLine, streamJournal } from "./journal.server.ts";

// EXTF 700, category 21, format version 13.

interface DatevHead {
  created_at: Date;
  consultant: number;
  client: number;
  year_begins_on: string;
  account_digits: number;
  from: string;
  to: string;
  name: string;
  product: string;
  is_final: boolean;
  chart: string;
}

interface DatevBooking {
  amount: string;
  currency: string;
  rate: string | null;
  base_amount: string | null;
  debit: number;
  credit: number;
  booked_on: string;
  document: string;
  text: string;
  details: readonly (readonly [kind: string, content: string])[];
}

const BOOKINGS_MAXIMUM = 99_999;

const each = (count: number, heads: (place: number) => string[]) =>
  Array.from({ length: count }, (_, place) => heads(place + 1)).flat();

const DATEV_COLUMNS: readonly string[] = [
  ...["Umsatz (ohne Soll/Haben-Kz)", "Soll/Haben-Kennzeichen", "WKZ Umsatz", "Kurs", "Basis-Umsatz"],
  ...["WKZ Basis-Umsatz", "Konto", "Gegenkonto (ohne BU-Schlüssel)", "BU-Schlüssel", "Belegdatum"],
  ...["Belegfeld 1", "Belegfeld 2", "Skonto", "Buchungstext", "Postensperre", "Diverse Adressnummer"],
  ...["Geschäftspartnerbank", "Sachverhalt", "Zinssperre", "Beleglink"],
  ...each(8, (place) => [`Beleginfo - Art ${place}`, `Beleginfo - Inhalt ${place}`]),
  ...["KOST1 - Kostenstelle", "KOST2 - Kostenstelle", "Kost-Menge", "EU-Land u. UStID (Bestimmung)"],
  ...["EU-Steuersatz (Bestimmung)", "Abw. Versteuerungsart", "Sachverhalt L+L", "Funktionsergänzung L+L"],
  ...["BU 49 Hauptfunktionstyp", "BU 49 Hauptfunktionsnummer", "BU 49 Funktionsergänzung"],
  ...each(20, (place) => [`Zusatzinformation - Art ${place}`, `Zusatzinformation- Inhalt ${place}`]),
  ...["Stück", "Gewicht", "Zahlweise", "Forderungsart", "Veranlagungsjahr", "Zugeordnete Fälligkeit"],
  ...["Skontotyp", "Auftragsnummer", "Buchungstyp", "USt-Schlüssel (Anzahlungen)", "EU-Land (Anzahlungen)"],
  ...["Sachverhalt L+L (Anzahlungen)", "EU-Steuersatz (Anzahlungen)", "Erlöskonto (Anzahlungen)"],
  ...["Herkunft-Kz", "Buchungs GUID", "KOST-Datum", "SEPA-Mandatsreferenz", "Skontosperre"],
  ...["Gesellschaftername", "Beteiligtennummer", "Identifikationsnummer", "Zeichnernummer"],
  ...["Postensperre bis", "Bezeichnung SoBil-Sachverhalt", "Kennzeichen SoBil-Buchung", "Festschreibung"],
  ...["Leistungsdatum", "Datum Zuord. Steuerperiode", "Fälligkeit", "Generalumkehr (GU)", "Steuersatz"],
  ...["Land", "Abrechnungsreferenz", "BVV-Position", "EU-Land u. UStID (Ursprung)"],
  ...["EU-Steuersatz (Ursprung)", "Abw. Skontokonto"],
];

const FIRST_DETAIL = DATEV_COLUMNS.indexOf("Zusatzinformation - Art 1");
const FINAL = DATEV_COLUMNS.indexOf("Festschreibung");

const day = (date: string) => date.replaceAll("-", "");
const quoted = (text: string, length: number) =>
  `"${[...text.replace(/[\p{Cc}\s]+/gu, " ")].slice(0, length).join("").replaceAll('"', '""')}"`;

function datevHead(head: DatevHead): string {
  const created = head.created_at.toISOString().replace(/\D/g, "");
  const facts = [
    ...['"EXTF"', "700", "21", '"Buchungsstapel"', "13", created, "", '"RE"', quoted(head.product, 25), '""'],
    ...[`${head.consultant}`, `${head.client}`, day(head.year_begins_on), `${head.account_digits}`],
    ...[day(head.from), day(head.to), quoted(head.name, 30), '""', "1", "0", head.is_final ? "1" : "0"],
    ...['"EUR"', "", '""', "", "", `"${head.chart.slice(-2)}"`, "", "", '""', '""'],
  ];
  return line(facts) + line(DATEV_COLUMNS);
}

function datevBooking(booking: DatevBooking, { is_final }: { is_final: boolean }): string {
  const cells = DATEV_COLUMNS.map(() => "");
  const [, month = "", date = ""] = booking.booked_on.split("-");
  const base =
    booking.base_amount === null ? ["", "", ""] : [booking.rate ?? "", booking.base_amount, '"EUR"'];
  const first = [
    ...[booking.amount, '"S"', `"${booking.currency}"`, ...base, `${booking.debit}`, `${booking.credit}`, ""],
    ...[`${date}${month}`, quoted(booking.document, 36), "", "", quoted(booking.text, 60)],
  ];
  cells.splice(0, first.length, ...first);
  const details = booking.details.flatMap(([kind, content]) => [quoted(kind, 20), quoted(content, 210)]);
  cells.splice(FIRST_DETAIL, details.length, ...details);
  cells[FINAL] = is_final ? "1" : "0";
  return line(cells);
}

const line = (cells: readonly string[]) => `${cells.join(";")}\r\n`;

const BYTES = new Map(
  [...new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (character, byte) => [character, byte],
  ),
);
const QUESTION_MARK = 0x3f;

/** Letters missing in Windows-1252 lose their marks: ő becomes o; ł becomes "?". */
export function inWindows1252(text: string): Uint8Array {
  return Uint8Array.from([...text.normalize("NFC")], (character) => {
    const plain = character.normalize("NFD").slice(0, 1);
    return BYTES.get(character) ?? BYTES.get(plain) ?? QUESTION_MARK;
  });
}

interface DatevPart {
  part: number;
  number: number;
  seq: number;
}

export async function listDatevParts(
  db: Kysely<DB>,
  { month, entries_count }: JournalExtent,
  size = BOOKINGS_MAXIMUM,
): Promise<DatevPart[]> {
  const { rows } = await sql<DatevPart>`
    select (place / ${size}::int + 1)::int as part, number, seq from (
      select n.number, m.seq, row_number() over (order by n.number, m.seq) - 1 as place
      from journal_numbers n join ledger_transfer m on m.transaction_id = n.transaction_id
      where n.month = (${month} || '-01')::date and n.number <= ${entries_count}
    ) as lines where place % ${size}::int = 0 order by place`.execute(db);
  return rows;
}

interface DatevWords {
  product: string;
  batch: string;
  kind: (kind: string) => string;
  detail: Record<"debit" | "credit" | "cause" | "original", string>;
}

/** Skips transfers within one number. A closed month keeps its rates. */
export async function* streamDatev(
  db: Kysely<DB>,
  {
    month,
    parts,
    part,
    settings,
    words,
    now,
  }: {
    month: JournalExtent;
    parts: readonly DatevPart[];
    part: DatevPart;
    settings: DatevSettings;
    words: DatevWords;
    now: Date;
  },
): AsyncGenerator<string> {
  const next = parts.find((each) => each.part === part.part + 1);
  const last = next?.number ?? month.entries_count;
  yield datevHead({
    created_at: now,
    ...settings,
    year_begins_on: yearBegin(month.month, settings.year_begins_month),
    from: `${month.month}-01`,
    to: lastDay(month.month),
    name: words.batch,
    product: words.product,
    is_final: month.is_final,
  });
  const rates = new Map<string, ReadonlyMap<string, ReferenceRate>>();
  const { closed_at } = month;
  const ratesOf = (day: string) => (closed_at ? ratesKnownAt(db, day, closed_at) : ratesOn(db, day));
  for await (const lines of streamJournal(db, { ...month, entries_count: last, after: part.number - 1 })) {
    for (const { booked_on } of lines)
      if (!rates.has(booked_on)) rates.set(booked_on, await ratesOf(booked_on));
    yield lines
      .filter((line) => !isBefore(line, part) && (!next || isBefore(line, next)))
      .flatMap((line) => bookingOf(line, { month: month.month, settings, words, rates }) ?? [])
      .map((booking) => datevBooking(booking, month))
      .join("");
  }
}

const isBefore = (line: { number: number; seq: number }, other: { number: number; seq: number }) =>
  line.number < other.number || (line.number === other.number && line.seq < other.seq);

function bookingOf(
  line: JournalLine,
  {
    month,
    settings,
    words,
    rates,
  }: {
    month: string;
    settings: DatevSettings;
    words: DatevWords;
    rates: ReadonlyMap<string, ReadonlyMap<string, ReferenceRate>>;
  },
): DatevBooking | null {
  const debit = datevNumber(settings, datevAccountOf({ code: line.debit_code, owner: line.debit_owner }));
  const credit = datevNumber(settings, datevAccountOf({ code: line.credit_code, owner: line.credit_owner }));
  const money = moneyOf(line, rates.get(line.booked_on) ?? new Map());
  if (debit === credit || money === null) return null;
  const names = [line.debit_name, line.credit_name].filter((name) => name !== null);
  const { original, ...amounts } = money;
  return {
    ...amounts,
    debit,
    credit,
    booked_on: line.booked_on,
    document: documentNumber(month, line.number),
    text: [words.kind(line.kind), ...new Set(names)].join(", "),
    details: [
      [words.detail.debit, `${line.debit_code} ${line.debit_owner}`.trim()],
      [words.detail.credit, `${line.credit_code} ${line.credit_owner}`.trim()],
      [words.detail.cause, line.cause],
      ...(original === null ? [] : [[words.detail.original, original] as const]),
    ],
  };
}

/** The layout allows rates from 1 to below 10,000. */
const RATE = /^[1-9]\d{0,3}\.\d{2,6}$/;

/** Where the layout cannot hold the rate, as for GBP: EUR, and the amount in another column. */
function moneyOf(
  { amount_minor, currency }: JournalLine,
  rates: ReadonlyMap<string, ReferenceRate>,
): (Pick<DatevBooking, "amount" | "currency" | "rate" | "base_amount"> & { original: string | null }) | null {
  const own = toDecimal(minor(amount_minor), currency);
  if (currency === "EUR")
    return { amount: withComma(own, 2), currency, rate: null, base_amount: null, original: null };
  const converted = convertAtRates(minor(amount_minor), currency, "EUR", rates, null);
  if (converted === null) throw new Error(`there is no reference rate of ${currency}`);
  if (converted.amount_minor === 0) return null;
  const worth = withComma(toDecimal(converted.amount_minor, "EUR"), 2);
  const rate = withDecimals(rates.get(currency)?.units_per_euro ?? "");
  if (RATE.test(rate) && currencyDigits(currency) <= 2)
    return {
      amount: withComma(own, 2),
      currency,
      rate: rate.replace(".", ","),
      base_amount: worth,
      original: null,
    };
  const original = `${own} ${currency}`;
  return { amount: worth, currency: "EUR", rate: null, base_amount: null, original };
}

function withDecimals(decimal: string): string {
  const [whole = "", decimals = ""] = decimal.split(".");
  return `${whole}.${decimals.replace(/0+$/, "").padEnd(2, "0")}`;
}

function withComma(decimal: string, digits: number): string {
  const [whole = "", decimals = ""] = decimal.split(".");
  return `${whole},${decimals.padEnd(digits, "0")}`;
}

function yearBegin(month: string, firstMonth: number): string {
  const [year = "", own = ""] = month.split("-");
  const begun = Number(own) >= firstMonth ? Number(year) : Number(year) - 1;
  return `${begun}-${String(firstMonth).padStart(2, "0")}-01`;
}

function lastDay(month: string): string {
  const [year, own] = month.split("-").map(Number);
  return new Date(Date.UTC(year ?? 0, own ?? 0, 0)).toISOString().slice(0, 10);
}
