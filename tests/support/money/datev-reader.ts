// A strict reader of DATEV's published layout (EXTF 700, category 21, format version 13). It shares nothing with the
// product: each rule here is the expression that DATEV's description of the format gives for the field.

/** A booking as it was read; amounts in cents of their currency. */
export interface ReadBooking {
  amount: number;
  currency: string;
  rate: string | null;
  /** The worth in cents of EUR. */
  euros: number;
  debit: number;
  credit: number;
  day: string;
  document: string;
  text: string;
  details: Record<string, string>;
  is_final: boolean;
}

const HEAD: readonly RegExp[] = [
  ...[
    /^"EXTF"$/,
    /^700$/,
    /^21$/,
    /^"Buchungsstapel"$/,
    /^13$/,
    /^20\d{2}(0[1-9]|1[0-2])[0-3]\d[0-2]\d[0-5]\d[0-5]\d\d{3}$/,
  ],
  ...[
    /^$/,
    /^"\w{0,2}"$/,
    /^"\w{0,25}"$/,
    /^""$/,
    /^(100[1-9]|10[1-9]\d|1[1-9]\d{2}|[2-9]\d{3}|[1-9]\d{4,6})$/,
  ],
  ...[
    /^[1-9]\d{0,4}$/,
    /^20\d{6}$/,
    /^[4-8]$/,
    /^20\d{6}$/,
    /^20\d{6}$/,
    /^"[^"]{0,30}"$/,
    /^"([A-Z]{2})?"$/,
  ],
  ...[/^[12]?$/, /^(0|30|40|50|64)$/, /^[01]$/, /^"[A-Z]{3}"$/, /^$/, /^""$/, /^$/, /^$/, /^"(\d{2}){0,2}"$/],
  ...[/^\d{0,4}$/, /^$/, /^""$/, /^"[^"]{0,16}"$/],
];

const AMOUNT = /^(?!0{1,10},00)\d{1,10},\d{2}$/;
const ACCOUNT = /^(?!0{1,9}$)\d{1,9}$/;
/** The fields of a booking that are written at all, by their place from 1. All others are empty. */
const FIELDS: ReadonlyMap<number, RegExp> = new Map([
  [1, AMOUNT],
  [2, /^"[SH]"$/],
  [3, /^"[A-Z]{3}"$/],
  [4, /^([1-9]\d{0,3},\d{2,6})?$/],
  [5, /^((?!0{1,10},00)\d{1,10},\d{2})?$/],
  [6, /^("[A-Z]{3}")?$/],
  [7, ACCOUNT],
  [8, ACCOUNT],
  [10, /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$/],
  [11, /^"[\w$&%*+\-/]{0,36}"$/],
  [14, /^"(?:[^"]|""){0,60}"$/],
  ...Array.from({ length: 20 }, (_, place): [number, RegExp][] => [
    [48 + 2 * place, /^("(?:[^"]|""){0,20}")?$/],
    [49 + 2 * place, /^("(?:[^"]|""){0,210}")?$/],
  ]).flat(),
  [114, /^[01]$/],
]);

/** The fields of a line, each with its quotes; a semicolon in quotes is none between fields. */
const fieldsOf = (line: string) => line.match(/("(?:[^"]|"")*"|[^";]*)(?:;|$)/g)?.slice(0, 126) ?? [];
const split = (line: string) =>
  fieldsOf(`${line};`)
    .map((field) => field.replace(/;$/, ""))
    .slice(0, -1);
const cents = (amount: string) => Number(amount.replace(",", ""));
const bare = (field: string) => field.slice(1, -1).replaceAll('""', '"');

function bookingOf(line: string, year: string): ReadBooking {
  const fields = split(line);
  if (fields.length !== 125) throw new Error(`a booking has ${fields.length} fields: ${line}`);
  for (const [place, field] of fields.entries()) {
    const rule = FIELDS.get(place + 1) ?? /^$/;
    if (!rule.test(field)) throw new Error(`field ${place + 1} is ${field}`);
  }
  const at = (place: number) => fields[place - 1] ?? "";
  const isForeign = at(3) !== '"EUR"';
  if ((at(4) !== "") !== isForeign || (at(5) !== "") !== isForeign || (at(6) === '"EUR"') !== isForeign)
    throw new Error(`another currency needs its rate and its worth in EUR: ${line}`);
  if (at(7) === at(8)) throw new Error(`an account is its own counterpart: ${line}`);
  const [debit, credit] = at(2) === '"S"' ? [at(7), at(8)] : [at(8), at(7)];
  const details = Array.from({ length: 20 }, (_, place) => [at(48 + 2 * place), at(49 + 2 * place)] as const);
  return {
    amount: cents(at(1)),
    currency: bare(at(3)),
    rate: at(4) || null,
    euros: cents(isForeign ? at(5) : at(1)),
    debit: Number(debit),
    credit: Number(credit),
    day: `${year}-${at(10).slice(2)}-${at(10).slice(0, 2)}`,
    document: bare(at(11)),
    text: bare(at(14)),
    details: Object.fromEntries(
      details.filter(([kind]) => kind !== "").map(([kind, content]) => [bare(kind), bare(content)]),
    ),
    is_final: at(114) === "1",
  };
}

/** Reads a whole file; throws for whatever the layout does not allow. */
export function readDatev(file: Uint8Array): { head: string[]; columns: string[]; bookings: ReadBooking[] } {
  const text = new TextDecoder("windows-1252").decode(file);
  if (!text.endsWith("\r\n") || /[^\r]\n|\r[^\n]/.test(text))
    throw new Error("lines end otherwise than by CRLF");
  const [first = "", second = "", ...lines] = text.slice(0, -2).split("\r\n");
  const head = split(first);
  if (head.length !== 31) throw new Error(`the head has ${head.length} fields`);
  for (const [place, rule] of HEAD.entries())
    if (!rule.test(head[place] ?? "")) throw new Error(`field ${place + 1} of the head is ${head[place]}`);
  const [from = "", to = ""] = head.slice(14, 16);
  const bookings = lines.map((line) => bookingOf(line, from.slice(0, 4)));
  const outside = bookings.filter(({ day }) => {
    const written = day.replaceAll("-", "");
    return written < from || written > to;
  });
  if (outside.length > 0) throw new Error(`${outside[0]?.document} is of a day outside the head's`);
  if (bookings.length > 99_999) throw new Error("a file has 99,999 bookings at most");
  return { head, columns: second.split(";"), bookings };
}
