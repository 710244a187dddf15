import MarkdownIt, { type Token } from "markdown-it";

const TAGS = [
  ...(["p", "h2", "h3", "h4", "ul", "ol", "li", "blockquote", "pre", "code", "hr", "br"] as const),
  ...(["strong", "em", "s", "a", "span", "table", "thead", "tbody", "tr", "th", "td"] as const),
];

interface LegalElement {
  tag: (typeof TAGS)[number];
  id?: string;
  href?: string;
  children: LegalNode[];
}

/** Markup in text stays text. */
export type LegalNode = string | LegalElement;

export interface LegalFault {
  fault: "markup" | "image" | "link" | "name";
  what: string;
}

const NESTING_MAXIMUM = 20;

/** HTML is parsed to be found and dropped. Links are judged with their values. */
const reader = new MarkdownIt({ html: true });
reader.set({ maxNesting: NESTING_MAXIMUM });
reader.validateLink = () => true;
reader.normalizeLink = (href) => href;

/** Bounded: a long line of braces is read once. */
const PLACEHOLDER = /\{\{([^{}]{0,60})\}\}/g;

/** No HTML, no pictures, only safe links. `prefix` begins anchors. */
export function readMarkdown(
  text: string,
  values: Readonly<Record<string, string>>,
  prefix = "",
): LegalNode[] {
  return withAnchors(treeOf(reader.parse(text, {}), values), prefix);
}

export function findFaults(text: string, names: readonly string[]): LegalFault[] {
  const unknown = namesIn(text)
    .filter((name) => !names.includes(name))
    .map((name): LegalFault => ({ fault: "name", what: `{{${name}}}` }));
  const filled = Object.fromEntries(names.map((name) => [name, "x"]));
  return [...unknown, ...faultsIn(reader.parse(text, {}), filled)];
}

export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name.trim()))];
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    const known = name.trim();
    return Object.hasOwn(values, known) ? (values[known] ?? whole) : whole;
  });
}

function faultsIn(tokens: readonly Token[], values: Readonly<Record<string, string>>): LegalFault[] {
  return tokens.flatMap((token): LegalFault[] => {
    if (token.type === "html_block" || token.type === "html_inline")
      return [{ fault: "markup", what: token.content }];
    if (token.type === "image") return [{ fault: "image", what: String(token.attrGet("src")) }];
    const href = token.type === "link_open" ? fill(String(token.attrGet("href")), values) : null;
    if (href !== null && !isSafe(href)) return [{ fault: "link", what: href }];
    return faultsIn(token.children ?? [], values);
  });
}

/** Other pages, mail, and our own paths. */
function isSafe(href: string): boolean {
  if (/^(?:#|\/(?![/\\]))[^\\\p{Cc}]*$/u.test(href)) return true;
  return URL.canParse(href) && ["https:", "http:", "mailto:"].includes(new URL(href).protocol);
}

function treeOf(tokens: readonly Token[], values: Readonly<Record<string, string>>): LegalNode[] {
  const root: LegalNode[] = [];
  const open: LegalNode[][] = [root];
  for (const token of tokens) {
    const here = open.at(-1) ?? root;
    if (token.hidden) continue;
    if (token.nesting === -1) {
      if (open.length > 1) open.pop();
    } else if (token.nesting === 1) {
      const element = elementOf(token, values);
      here.push(element);
      open.push(element.children);
    } else here.push(...leavesOf(token, values));
  }
  return root;
}

function elementOf(token: Token, values: Readonly<Record<string, string>>): LegalElement {
  if (token.type === "link_open") {
    const href = fill(String(token.attrGet("href")), values);
    return isSafe(href) ? { tag: "a", href, children: [] } : { tag: "span", children: [] };
  }
  const name = /^h[1-6]$/.test(token.tag) ? HEADINGS[token.tag] : token.tag;
  return { tag: TAGS.find((tag) => tag === name) ?? "span", children: [] };
}

const HEADINGS: Readonly<Record<string, string>> = { h1: "h2", h2: "h2", h3: "h3" };

function leavesOf(token: Token, values: Readonly<Record<string, string>>): LegalNode[] {
  switch (token.type) {
    case "inline":
      return treeOf(token.children ?? [], values);
    case "text":
      return [fill(token.content, values)];
    case "softbreak":
      return ["\n"];
    case "hardbreak":
      return [{ tag: "br", children: [] }];
    case "hr":
      return [{ tag: "hr", children: [] }];
    case "code_inline":
      return [{ tag: "code", children: [fill(token.content, values)] }];
    case "code_block":
    case "fence":
      return [{ tag: "pre", children: [fill(token.content, values)] }];
    default:
      return [];
  }
}

const ANCHOR = /\{#([a-z][\w-]{0,40})\}$/i;
const TAKEN = ["content", "drawer"];

/** From {#its-anchor}, or counted. */
function withAnchors(nodes: LegalNode[], prefix: string): LegalNode[] {
  const taken = new Set(TAKEN);
  let count = 0;
  return nodes.map((node) => {
    if (typeof node === "string" || !/^h\d$/.test(node.tag)) return node;
    count += 1;
    const last = node.children.at(-1);
    const named = typeof last === "string" ? ANCHOR.exec(last.trimEnd()) : null;
    const children =
      named && typeof last === "string"
        ? [...node.children.slice(0, -1), last.slice(0, named.index).trimEnd()]
        : node.children;
    const wanted = named?.[1] ?? "";
    const id = wanted === "" || taken.has(wanted) ? `part-${count}` : wanted;
    taken.add(id);
    return { ...node, id: prefix + id, children };
  });
}

export function wordsOf(nodes: readonly LegalNode[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : wordsOf(node.children))).join("");
}
