/** The fields of the line that the gateway reads, in their order; betrag in cents. */
const FIELDS = [
  ...["nachname", "vorname", "strasse", "plz", "ort", "land", "email", "betrag", "compain_id", "ipadresse"],
  ...["aboanlage", "abopreis", "abozeit", "abonext", "cur"],
];

/** Ways to pay, by the gateway's codes. */
export const PAY_KINDS = new Map([
  ["cc", "card"],
  ["dd", "direct debit"],
  ["db", "instant transfer"],
  ["dp", "payment in advance"],
  ["ob", "bank transfer"],
]);

/** What a merchant's script asked a fan for. */
export interface Asked {
  betrag: number;
  cur: string;
  land: string;
  zahlart: string;
  /** All fields by their names. */
  fields: ReadonlyMap<string, string>;
}

/** Reads the line as the gateway does; throws in words that its error page shows. */
export function readRequestLine(line: string, zahlart: string | null): Asked {
  const values = line.replace(/\r?\n$/, "").split(";");
  if (/[\r\n]/.test(line.trimEnd())) throw new Error("the request has more than one line");
  if (values.length !== FIELDS.length) throw new Error(`the request has ${values.length} fields`);
  const fields = new Map(FIELDS.map((name, place) => [name, values[place] ?? ""]));
  const betrag = fields.get("betrag") ?? "";
  const cur = fields.get("cur") ?? "";
  if (!/^[1-9]\d{0,8}$/.test(betrag)) throw new Error("betrag is no number of cents");
  if (!["eur", "usd"].includes(cur)) throw new Error("cur is neither eur nor usd");
  if (zahlart === "dd" && cur !== "eur") throw new Error("direct debits are in eur");
  for (const name of ["aboanlage", "abopreis", "abozeit", "abonext"])
    if (fields.get(name) !== "") throw new Error(`${name} makes a subscription of it`);
  return { betrag: Number(betrag), cur, land: fields.get("land") ?? "", zahlart: zahlart ?? "", fields };
}

/** What is wrong with the address of a start, in words; null when nothing is. */
export function startProblem(url: URL, siteId: string): string | null {
  if (url.pathname !== `/mc/shop/start/${siteId}`) return "Unknown shop";
  const known = ["shopid", "lang", "zahlart", "owntxt"];
  for (const name of url.searchParams.keys()) if (!known.includes(name)) return `Unknown parameter ${name}`;
  if (!/^[\w-]{1,64}$/.test(url.searchParams.get("shopid") ?? "")) return "shopid is missing";
  if (!["en", "de", "es", "pl", "fr"].includes(url.searchParams.get("lang") ?? "de")) return "Unknown lang";
  const zahlart = url.searchParams.get("zahlart");
  if (zahlart !== null && !PAY_KINDS.has(zahlart)) return "Unknown zahlart";
  if ((url.searchParams.get("owntxt") ?? "").length > 18) return "owntxt is too long";
  return null;
}
