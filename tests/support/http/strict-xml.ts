/** An element of a small XML document: either children or text, never both. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Reads XML as banks' files are written: no comments, no mixed content. Throws for anything that is not well-formed. */
export function readXml(text: string): XmlElement {
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  if (!text.startsWith(head)) throw new Error("no declaration");
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open: XmlElement[] = [root];
  const piece =
    /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|((?:[^<&]|&(?:amp|lt|gt|quot|apos);)+)/y;
  piece.lastIndex = head.length;
  while (piece.lastIndex < text.length) {
    const at = piece.lastIndex;
    const match = piece.exec(text);
    if (!match) throw new Error(`not well-formed at ${at}: ${text.slice(at, at + 40)}`);
    const [, isEnd, name = "", attributes = "", isEmpty, words] = match;
    const parent = open.at(-1) ?? root;
    if (words !== undefined) parent.text += decode(words);
    else if (isEnd) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes something else`);
      if (parent.children.length > 0 && parent.text.trim() !== "") throw new Error(`<${name}> is mixed`);
    } else {
      const element = { name, attributes: attributesIn(attributes), children: [], text: "" };
      parent.children.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  const [document] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || !document) throw new Error("not one whole document");
  return document;
}

/** The children along a path of names, such as "Amt/InstdAmt". */
export function along(element: XmlElement, path: string): XmlElement[] {
  return path
    .split("/")
    .reduce<XmlElement[]>(
      (found, name) => found.flatMap((each) => each.children.filter((child) => child.name === name)),
      [element],
    );
}

/** The text of the one element at the end of a path. */
export function textAt(element: XmlElement, path: string): string {
  const found = along(element, path);
  if (found.length !== 1) throw new Error(`${found.length} elements at ${path}`);
  return found[0]?.text ?? "";
}

/** Names in order, with what is in them: "PmtId(InstrId EndToEndId)". */
export function outline({ name, children }: XmlElement): string {
  return children.length === 0 ? name : `${name}(${children.map(outline).join(" ")})`;
}

function attributesIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, decode(value)]),
  );
}

function decode(text: string): string {
  return text.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? "");
}
