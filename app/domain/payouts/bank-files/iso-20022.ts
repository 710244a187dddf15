import { XMLParser, XMLValidator } from "fast-xml-parser";
import { currencyDigits, type Minor, minor } from "../../money/minor.ts";

export interface FileFault {
  fault:
    | "no_xml"
    | "archive"
    | "mt940"
    | "doctype"
    | "encoding"
    | "namespace"
    | "preliminary"
    | "status_report"
    | "other_report"
    | "statement"
    | "missing"
    | "content"
    | "amount"
    | "currency"
    | "account"
    | "balances"
    | "sum"
    | "page_before"
    | "changed";
  path: string;
  line: number | null;
}

export class FileFaultError extends Error {
  readonly fault: FileFault;

  constructor(fault: FileFault) {
    super(`${fault.fault} at ${fault.path}`);
    this.fault = fault;
  }
}

export function faultAtTop(fault: FileFault["fault"], line: number | null = null): FileFaultError {
  return new FileFaultError({ fault, path: "/", line });
}

const ENCODINGS = new Set([
  ...["utf-8", "utf8", "utf-16le", "utf-16be", "us-ascii"],
  ...["iso-8859-1", "iso-8859-2", "iso-8859-15", "latin1"],
  ...["windows-1250", "windows-1252"],
]);

const ARCHIVES = ["PK\x03\x04", "\x1F\x8B", "7z\xBC\xAF"];

function xmlText(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  if (ARCHIVES.some((mark) => start.startsWith(mark))) throw faultAtTop("archive");
  if (/^\s*(?:\{1:F|:(?:20|940):)/.test(start)) throw faultAtTop("mt940");
  const [, declared = "utf-8"] = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/.exec(start) ?? [];
  const encoding = encodingOfBytes(start) ?? declared.toLowerCase();
  if (!ENCODINGS.has(encoding)) throw faultAtTop("encoding");
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw faultAtTop("encoding");
  }
}

function encodingOfBytes(start: string): string | null {
  if (start.startsWith("\xEF\xBB\xBF")) return "utf-8";
  if (start.startsWith("\xFF\xFE") || start.startsWith("<\0")) return "utf-16le";
  if (start.startsWith("\xFE\xFF") || start.startsWith("\0<")) return "utf-16be";
  return null;
}

const MESSAGE_NAMES = ["pain.002", "camt.052", "camt.053", "camt.054"] as const;
type IsoMessage = (typeof MESSAGE_NAMES)[number];

const MESSAGES = {
  "pain.002": { content: "CstmrPmtStsRpt", oldest: 3, newest: 14 },
  "camt.052": { content: "BkToCstmrAcctRpt", oldest: 1, newest: 13 },
  "camt.053": { content: "BkToCstmrStmt", oldest: 2, newest: 13 },
  "camt.054": { content: "BkToCstmrDbtCdtNtfctn", oldest: 2, newest: 13 },
} as const;

const UNEXPECTED = {
  "pain.002": "status_report",
  "camt.052": "preliminary",
  "camt.053": "statement",
  "camt.054": "statement",
} as const;

/** ISO's, SWIFT's, and the Swiss banks', which go on after the version. */
const NAMESPACE =
  /^(?:urn:iso:std:iso:20022:tech:xsd:|urn:swift:xsd:\$?|https?:\/\/www\.six-interbank-clearing\.com\/de\/)(pain\.002|camt\.05[234])\.(00\d\.\d{2})(?:\.ch\.\d{2})?(?:\.xsd)?$/;
const OF_GERMAN_BANKS = new Set(["002.03", "003.03"]);

export class IsoElement {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly IsoElement[];
  readonly #lineOf: () => number | null;

  constructor(
    given: Pick<IsoElement, "name" | "path" | "text" | "attributes" | "children">,
    lineOf: () => number | null,
  ) {
    this.name = given.name;
    this.path = given.path;
    this.text = given.text;
    this.attributes = given.attributes;
    this.children = given.children;
    this.#lineOf = lineOf;
  }

  all(name: string): IsoElement[] {
    return this.children.filter((child) => child.name === name);
  }

  /** By a path such as "RltdPties/DbtrAcct". */
  find(way: string): IsoElement | null {
    let found: IsoElement | null = this;
    for (const name of way.split("/")) found = found?.children.find((child) => child.name === name) ?? null;
    return found;
  }

  need(way: string): IsoElement {
    const found = this.find(way);
    if (found) return found;
    throw new FileFaultError({ ...this.fault("missing").fault, path: `${this.path}/${way}` });
  }

  needText(way: string): string {
    const found = this.need(way);
    if (found.text === "") throw found.fault("missing");
    return found.text;
  }

  textAt(way: string): string | null {
    return this.find(way)?.text || null;
  }

  /** An XML decimal ("5", "+5.0", ".5"); surplus digits must be 0. */
  amount(): { amount_minor: Minor; currency: string } {
    const currency = this.currency();
    const [, sign, whole = "", decimals = ""] = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(this.text) ?? [];
    const digits = currencyDigits(currency);
    const isAmount = sign !== undefined && /\d/.test(this.text) && whole.length <= 13;
    if (!isAmount || decimals.length > digits) throw this.fault("amount");
    const amount_minor = minor(Number(whole + decimals.padEnd(digits, "0")));
    if (sign === "-" && amount_minor > 0) throw this.fault("amount");
    return { amount_minor, currency };
  }

  currency(): string {
    const currency = this.attributes.get("Ccy")?.trim() ?? "";
    if (!/^[A-Z]{3}$/.test(currency)) throw this.fault("currency");
    return currency;
  }

  fault(fault: FileFault["fault"]): FileFaultError {
    return new FileFaultError({ fault, path: this.path, line: this.#lineOf() });
  }
}

interface IsoFile<Message extends IsoMessage> {
  message: Message;
  content: IsoElement;
}

/** The one Document, at the top or in an envelope. Throws `FileFaultError`. */
export function readIsoFile<Message extends IsoMessage>(
  bytes: Uint8Array,
  messages: readonly Message[],
): IsoFile<Message> {
  const xml = xmlText(bytes);
  // Banks declare no types; a DOCTYPE is an attack on the parser.
  if (/<!DOCTYPE/i.test(xml)) throw faultAtTop("doctype");
  const valid = XMLValidator.validate(xml);
  if (valid !== true) throw faultAtTop("no_xml", Number.isFinite(valid.err.line) ? valid.err.line : null);
  let nodes: unknown;
  try {
    nodes = parser.parse(xml);
  } catch {
    throw faultAtTop("no_xml");
  }
  const roots = elementsOf(nodes);
  const [root] = roots;
  if (!root || roots.length > 1) throw faultAtTop("no_xml");
  const documents = documentsIn(root, new Map());
  const [found] = documents;
  const namespace = found && namespaceOf(found.node, found.scope);
  const message = found && messageOf(namespace ?? "", found.node);
  if (!found || !message || documents.length > 1) {
    const path = `/${localName((found?.node ?? root).tag)}`;
    throw new FileFaultError({ fault: "namespace", path, line: lineAt(xml, found?.node ?? root) });
  }
  const expected = messages.find((each) => each === message);
  const at = { xml, namespace: namespace ?? "", scope: found.scope, path: "/Document" };
  if (!expected) throw faultAtTop(UNEXPECTED[message]);
  const document = elementOf(found.node, at);
  return { message: expected, content: document.need(MESSAGES[message].content) };
}

const ENVELOPES_MAXIMUM = 3;

function documentsIn(
  node: ParsedNode,
  scope: ReadonlyMap<string, string>,
  depth = 0,
): { node: ParsedNode; scope: ReadonlyMap<string, string> }[] {
  if (localName(node.tag) === "Document") return [{ node, scope }];
  if (depth === ENVELOPES_MAXIMUM) return [];
  const inner = namespacesOf(node, scope);
  return elementsOf(node.inside).flatMap((child) => documentsIn(child, inner, depth + 1));
}

function messageOf(namespace: string, document: ParsedNode): IsoMessage | null {
  if (namespace === "") {
    const inside = elementsOf(document.inside).map(({ tag }) => localName(tag));
    return MESSAGE_NAMES.find((name) => inside.includes(MESSAGES[name].content)) ?? null;
  }
  const [, form = "", version = ""] = NAMESPACE.exec(namespace) ?? [];
  const message = MESSAGE_NAMES.find((name) => name === form);
  if (!message) return null;
  if (message === "pain.002" && OF_GERMAN_BANKS.has(version)) return message;
  const { oldest, newest } = MESSAGES[message];
  const number = version.startsWith("001.") ? Number(version.slice(4)) : 0;
  return number >= oldest && number <= newest ? message : null;
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  cdataPropName: "#cdata",
  captureMetaData: true,
});

interface ParsedNode {
  tag: string;
  inside: unknown;
  attributes: Map<string, string>;
  start: number | null;
}

function nodesOf(list: unknown): ParsedNode[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((node: unknown) => {
    if (typeof node !== "object" || node === null) return [];
    const entries = Object.entries(node);
    const tagged = entries.find(([key]) => key !== ":@");
    if (!tagged) return [];
    const attributes = Object.entries(entries.find(([key]) => key === ":@")?.[1] ?? {});
    const [symbol] = Object.getOwnPropertySymbols(node);
    const place: unknown = symbol && Reflect.get(node, symbol);
    const start = typeof place === "object" && place !== null ? Reflect.get(place, "startIndex") : null;
    return [
      {
        ...{ tag: tagged[0], inside: tagged[1] },
        attributes: new Map(attributes.map(([name, value]) => [name, withoutEntities(String(value))])),
        start: typeof start === "number" ? start : null,
      },
    ];
  });
}

function elementsOf(list: unknown): ParsedNode[] {
  return nodesOf(list).filter(({ tag }) => !tag.startsWith("?") && !tag.startsWith("#"));
}

function elementOf(
  node: ParsedNode,
  at: { xml: string; namespace: string; scope: ReadonlyMap<string, string>; path: string },
): IsoElement {
  const scope = namespacesOf(node, at.scope);
  const inside = nodesOf(node.inside);
  const own = inside.filter(
    ({ tag, ...child }) => !tag.startsWith("#") && namespaceOf({ ...child, tag }, scope) === at.namespace,
  );
  const count = Map.groupBy(own, ({ tag }) => localName(tag));
  const places = new Map<string, number>();
  const children = own.map((child) => {
    const name = localName(child.tag);
    const position = (places.get(name) ?? 0) + 1;
    places.set(name, position);
    const place = (count.get(name)?.length ?? 0) > 1 ? `[${position}]` : "";
    return elementOf(child, { ...at, scope, path: `${at.path}/${name}${place}` });
  });
  const text = inside.map(textOf).join("").trim();
  const facts = { name: localName(node.tag), path: at.path, text, attributes: node.attributes, children };
  return new IsoElement(facts, () => lineAt(at.xml, node));
}

function textOf({ tag, inside }: ParsedNode): string {
  if (tag === "#text") return withoutEntities(String(inside));
  if (tag !== "#cdata") return "";
  return nodesOf(inside)
    .map((each) => String(each.inside))
    .join("");
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function withoutEntities(text: string): string {
  return text
    .replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
      return code <= 0x10ffff ? String.fromCodePoint(code) : " ";
    })
    .replace(/\p{Cc}+|\p{Cs}+/gu, " ");
}

function namespacesOf(node: ParsedNode, scope: ReadonlyMap<string, string>): Map<string, string> {
  const all = new Map(scope);
  for (const [name, value] of node.attributes) {
    if (name === "xmlns") all.set("", value);
    else if (name.startsWith("xmlns:")) all.set(name.slice(6), value);
  }
  return all;
}

function namespaceOf(node: ParsedNode, scope: ReadonlyMap<string, string>): string {
  return namespacesOf(node, scope).get(prefixOf(node.tag)) ?? "";
}

function prefixOf(tag: string): string {
  return tag.includes(":") ? (tag.split(":", 1)[0] ?? "") : "";
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(":") + 1);
}

function lineAt(xml: string, { start }: Pick<ParsedNode, "start">): number | null {
  return start === null ? null : xml.slice(0, start).split(/\r\n|\r|\n/).length;
}
