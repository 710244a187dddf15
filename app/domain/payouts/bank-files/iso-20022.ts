import { XMLParser, XMLValidator } from "fast-xml-parser";
import { currencyDigits, type Minor, minor } from "../../money/minor.ts";

/** Where a bank's file is not what it has to be: the way to the element, and its line where it is known. */
export interface FileFault {
  fault:
    | "no_xml"
    | "doctype"
    | "encoding"
    | "namespace"
    | "missing"
    | "content"
    | "amount"
    | "currency"
    | "account"
    | "sum"
    | "changed";
  path: string;
  line: number | null;
}

/** Thrown while a file is read, and caught by whoever reads it: nothing of the file counts then. */
export class FileFaultError extends Error {
  readonly fault: FileFault;

  constructor(fault: FileFault) {
    super(`${fault.fault} at ${fault.path}`);
    this.fault = fault;
  }
}

/** What banks send, and the newest version of it that is read. */
const NEWEST = { "pain.002": 14, "camt.053": 13, "camt.054": 13 } as const;
const OLDEST = { "pain.002": 3, "camt.053": 2, "camt.054": 2 } as const;
/** What the German banks called their own forms of it. */
const OF_GERMAN_BANKS = new Set(["pain.002.002.03", "pain.002.003.03"]);

export type IsoMessage = keyof typeof NEWEST;

/** An element of the file's own namespace; what a bank adds from others is not in it. */
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

  /** The element at the end of a way ("RltdPties/DbtrAcct"), the first of each name; null when there is none. */
  find(way: string): IsoElement | null {
    let found: IsoElement | null = this;
    for (const name of way.split("/")) found = found?.children.find((child) => child.name === name) ?? null;
    return found;
  }

  /** The same, of what must be there. */
  need(way: string): IsoElement {
    const found = this.find(way);
    if (found) return found;
    throw new FileFaultError({ ...this.fault("missing").fault, path: `${this.path}/${way}` });
  }

  /** What stands in an element that must be there, and say something. */
  needText(way: string): string {
    const found = this.need(way);
    if (found.text === "") throw found.fault("missing");
    return found.text;
  }

  textAt(way: string): string | null {
    return this.find(way)?.text || null;
  }

  /** The amount that stands in this element, in exactly the decimals of its currency. */
  amount(): { amount_minor: Minor; currency: string } {
    const currency = this.attributes.get("Ccy") ?? "";
    if (!/^[A-Z]{3}$/.test(currency)) throw this.fault("currency");
    const [, whole, decimals = ""] = /^(\d{1,13})(?:\.(\d{1,5}))?$/.exec(this.text) ?? [];
    const digits = currencyDigits(currency);
    if (whole === undefined || decimals.length > digits) throw this.fault("amount");
    return { amount_minor: minor(Number(whole + decimals.padEnd(digits, "0"))), currency };
  }

  fault(fault: FileFault["fault"]): FileFaultError {
    return new FileFaultError({ fault, path: this.path, line: this.#lineOf() });
  }
}

/** A file as its root names it. `content` is the element below Document. */
export interface IsoFile {
  message: IsoMessage;
  content: IsoElement;
}

const CONTENT = {
  "pain.002": "CstmrPmtStsRpt",
  "camt.053": "BkToCstmrStmt",
  "camt.054": "BkToCstmrDbtCdtNtfctn",
} as const;

/**
 * Reads a bank's ISO 20022 file. The namespace of its root and the version in it say what it is; with any other, and with
 * bytes that are no such file, it throws a `FileFaultError`.
 */
export function readIsoFile(bytes: Uint8Array, messages: readonly IsoMessage[]): IsoFile {
  const xml = decode(bytes);
  // No bank declares types of its own; who does wants to try the parser.
  if (/<!DOCTYPE/i.test(xml)) throw atTop("doctype");
  const valid = XMLValidator.validate(xml);
  if (valid !== true) throw atTop("no_xml", Number.isFinite(valid.err.line) ? valid.err.line : null);
  let nodes: unknown;
  try {
    nodes = parser.parse(xml);
  } catch {
    throw atTop("no_xml");
  }
  const roots = nodesOf(nodes).filter(({ tag }) => !tag.startsWith("?") && !tag.startsWith("#"));
  const [root] = roots;
  if (!root || roots.length > 1) throw atTop("no_xml");
  const namespace = namespacesOf(root, new Map()).get(prefixOf(root.tag)) ?? "";
  const message = messageOf(namespace);
  if (message === null || !messages.includes(message) || localName(root.tag) !== "Document")
    throw new FileFaultError({
      fault: "namespace",
      path: `/${localName(root.tag)}`,
      line: lineAt(xml, root),
    });
  const document = elementOf(root, { xml, namespace, scope: new Map(), path: "/Document" });
  return { message, content: document.need(CONTENT[message]) };
}

function messageOf(namespace: string): IsoMessage | null {
  const [, form = ""] = /^urn:iso:std:iso:20022:tech:xsd:(.+)$/.exec(namespace) ?? [];
  if (OF_GERMAN_BANKS.has(form)) return "pain.002";
  const [, name = "", version = ""] = /^(pain\.002|camt\.053|camt\.054)\.001\.(\d{2})$/.exec(form) ?? [];
  if (name !== "pain.002" && name !== "camt.053" && name !== "camt.054") return null;
  return Number(version) >= OLDEST[name] && Number(version) <= NEWEST[name] ? name : null;
}

/** As the mark of the bytes' order or the first line says; without both it is UTF-8. */
function decode(bytes: Uint8Array): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const [, declared = "utf-8"] = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start) ?? [];
  const marked = start.startsWith("\xFF\xFE") ? "utf-16le" : start.startsWith("\xFE\xFF") ? "utf-16be" : null;
  const hasUtf8Mark = start.startsWith("\xEF\xBB\xBF");
  const encoding = marked ?? (hasUtf8Mark ? "utf-8" : declared.toLowerCase());
  if (!ENCODINGS.has(encoding)) throw atTop("encoding");
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw atTop("encoding");
  }
}

const ENCODINGS = new Set([
  ...["utf-8", "utf-16le", "utf-16be", "us-ascii"],
  ...["iso-8859-1", "iso-8859-15", "windows-1252"],
]);

function atTop(fault: FileFault["fault"], line: number | null = null): FileFaultError {
  return new FileFaultError({ fault, path: "/", line });
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

/** A node as the parser gives it in order: its tag, what is in it, its attributes, where it starts. */
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

function elementOf(
  node: ParsedNode,
  at: { xml: string; namespace: string; scope: ReadonlyMap<string, string>; path: string },
): IsoElement {
  const scope = namespacesOf(node, at.scope);
  const inside = nodesOf(node.inside);
  const own = inside.filter(
    ({ tag, ...child }) =>
      !tag.startsWith("#") && namespacesOf({ ...child, tag }, scope).get(prefixOf(tag)) === at.namespace,
  );
  const count = Map.groupBy(own, ({ tag }) => localName(tag));
  const children = own.map((child) => {
    const name = localName(child.tag);
    const siblings = count.get(name) ?? [];
    const place = siblings.length > 1 ? `[${siblings.indexOf(child) + 1}]` : "";
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

/** The characters that a text names; those that no text may have become a blank. */
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

function prefixOf(tag: string): string {
  return tag.includes(":") ? (tag.split(":", 1)[0] ?? "") : "";
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(":") + 1);
}

function lineAt(xml: string, { start }: Pick<ParsedNode, "start">): number | null {
  return start === null ? null : xml.slice(0, start).split(/\r\n|\r|\n/).length;
}
