import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** A page, read as strictly as the standard allows. */
export interface StrictPage {
  /** What the standard calls a parse error, and what it leaves to us: ids that stand twice, references to none. */
  problems: string[];
  /** What people see or hear: texts, and the attributes that are read out. */
  texts: string[];
  elements(name: string): Element[];
}

const READ_OUT = new Set(["alt", "aria-label", "content", "placeholder", "title"]);

/** Problems are looked for as a browser with script reads the page, and as one without; all else is read without. */
export function readStrictly(html: string): StrictPage {
  let read: { elements: Element[]; texts: string[] } | null = null;
  const content = () => {
    read ??= contentOf(parse(html, { scriptingEnabled: false }));
    return read;
  };
  let problems: string[] | null = null;
  return {
    // Twice the work of the rest: many tests never ask.
    get problems() {
      problems ??= [
        ...new Set([...parseProblems(html, true), ...parseProblems(html, false)]),
        ...new Set(referenceProblems(content().elements)),
      ];
      return problems;
    },
    get texts() {
      return content().texts;
    },
    elements: (name) => content().elements.filter((element) => element.tagName === name),
  };
}

function parseProblems(html: string, scriptingEnabled: boolean): string[] {
  const problems: string[] = [];
  parse(html, {
    scriptingEnabled,
    onParseError: ({ code, startLine, startCol, startOffset, endOffset }) => {
      const around = html.slice(Math.max(0, startOffset - 40), endOffset + 20);
      problems.push(`${code} at ${startLine}:${startCol}: …${around}…`);
    },
  });
  return problems;
}

function contentOf(page: Node): { elements: Element[]; texts: string[] } {
  const [elements, texts]: [Element[], string[]] = [[], []];
  walk(page, elements, texts);
  return { elements, texts };
}

export function attribute(element: Element | undefined, name: string): string | null {
  return element?.attrs.find((each) => each.name === name)?.value ?? null;
}

/** Stands for a <wbr> among the texts. */
const MAY_BREAK = "\u200b";

/** The text inside of an element. */
export function textOf(element: Element | undefined): string {
  const texts: string[] = [];
  if (element) walk(element, [], texts);
  // A line may break there; there is nothing to read.
  return texts.join(" ").replaceAll(` ${MAY_BREAK} `, "");
}

function walk(node: Node, elements: Element[], texts: string[]): void {
  if ("value" in node && node.nodeName === "#text" && node.value.trim() !== "") texts.push(node.value.trim());
  if ("tagName" in node) {
    elements.push(node);
    if (node.tagName === "wbr") texts.push(MAY_BREAK);
    for (const { name, value } of node.attrs) if (READ_OUT.has(name)) texts.push(value);
    if (node.tagName === "style" || node.tagName === "script") return;
  }
  if ("childNodes" in node) for (const child of node.childNodes) walk(child, elements, texts);
}

function referenceProblems(elements: readonly Element[]): string[] {
  const ids = elements.flatMap((element) => attribute(element, "id") ?? []);
  const twice = ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `the id ${id} stands twice`);
  const dangling = elements.flatMap((element) =>
    ["for", "aria-describedby", "aria-labelledby"].flatMap((name) => {
      const missing = (attribute(element, name) ?? "")
        .split(" ")
        .filter((id) => id !== "" && !ids.includes(id));
      return missing.map((id) => `${name} names ${id}, which is not there`);
    }),
  );
  const anchors = elements
    .filter((element) => element.tagName === "a")
    .map((element) => attribute(element, "href") ?? "")
    .filter((href) => href.startsWith("#") && !ids.includes(href.slice(1)));
  return [...twice, ...dangling, ...anchors.map((href) => `a link leads to ${href}, which is not there`)];
}
