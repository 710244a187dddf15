// The published layout of DATEV's "Buchungsstapel": EXTF 700, category 21, format version 13. A line of facts about the
// file, a line of column heads, then a line for each booking.

/** What the file is about, for its first line. Dates are written as 2026-10-01. */
export interface DatevHead {
  created_at: Date;
  consultant: number;
  client: number;
  year_begins_on: string;
  account_digits: number;
  from: string;
  to: string;
  /** At most 30 characters. */
  name: string;
  /** Bookings of a closed month are final for the accountant too. */
  is_final: boolean;
  chart: string;
}

/** One booking. Amounts are decimals with a comma, in the currency beside them. */
export interface DatevBooking {
  amount: string;
  currency: string;
  /** For another currency than EUR: its units per euro, and the worth in EUR. */
  rate: string | null;
  base_amount: string | null;
  debit: number;
  credit: number;
  /** Such as 2026-10-31; the file's own month has its year. */
  booked_on: string;
  document: string;
  text: string;
  /** What an accountant's program keeps beside the booking: a kind of at most 20 characters, and its content. */
  details: readonly (readonly [kind: string, content: string])[];
}

/** The most bookings that one file may have. */
export const BOOKINGS_MAXIMUM = 99_999;

const each = (count: number, heads: (place: number) => string[]) =>
  Array.from({ length: count }, (_, place) => heads(place + 1)).flat();

/** The column heads in their order; programs read the place, people the words. */
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
/** A text of at most so many characters, on one line, in quotes. */
const quoted = (text: string, length: number) =>
  `"${[...text.replace(/[\p{Cc}\s]+/gu, " ")].slice(0, length).join("").replaceAll('"', '""')}"`;

/** The first two lines, each with its end. */
export function datevHead(head: DatevHead): string {
  const created = head.created_at.toISOString().replace(/\D/g, "");
  const facts = [
    ...['"EXTF"', "700", "21", '"Buchungsstapel"', "13", created, "", '"RE"', '"Tribute"', '""'],
    ...[`${head.consultant}`, `${head.client}`, day(head.year_begins_on), `${head.account_digits}`],
    ...[day(head.from), day(head.to), quoted(head.name, 30), '""', "1", "0", head.is_final ? "1" : "0"],
    ...['"EUR"', "", '""', "", "", `"${head.chart.slice(-2)}"`, "", "", '""', '""'],
  ];
  return line(facts) + line(DATEV_COLUMNS);
}

/** A booking's line: `debit` is the account, which is debited, `credit` its counterpart. */
export function datevBooking(booking: DatevBooking, { is_final }: { is_final: boolean }): string {
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

/** What each of the 256 bytes is in Windows-1252. */
const BYTES = new Map(
  [...new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (character, byte) => [character, byte],
  ),
);
const QUESTION_MARK = 0x3f;

/** Text in Windows-1252. A letter that it lacks loses its marks, as ő becomes o; what has none, such as ł, becomes "?". */
export function inWindows1252(text: string): Uint8Array {
  return Uint8Array.from([...text.normalize("NFC")], (character) => {
    const plain = character.normalize("NFD").slice(0, 1);
    return BYTES.get(character) ?? BYTES.get(plain) ?? QUESTION_MARK;
  });
}
