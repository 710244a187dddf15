import { createHash } from "node:crypto";
import postcss, { type AtRule, type ChildNode, type Container, type Rule } from "postcss";

/**
 * Gives each page the CSS that it uses and nothing else, to be sent inside the page (docs/product.md, 9.4). The page's own HTML
 * is the corpus, so every state that is rendered has its styles; pages with the same classes share one memoised text.
 */
export interface PageCss {
  css: string;
  /** The same as it is sent. */
  bytes: Buffer;
  /** For the CSP: the base64 SHA-256 of `css`. */
  hash: string;
}

interface KnownRule {
  /** The classes and attributes that each selector needs; the rule is used when one selector finds all of its own. */
  needs: { classes: string[]; attributes: string[] }[];
  declarations: { prop: string; text: string; variables: string[] }[];
  selector: string;
  /** The at-rules around it, outermost first. */
  wrappers: string[];
}

interface KnownKeyframes {
  name: string;
  text: string;
}

/** Pages that are remembered by the names they say, and how long those may be together: our own pages say half as much. */
const PAGES_MAXIMUM = 500;
const NAMES_CHARACTERS_MAXIMUM = 6_000;

/** Reads the style sheets once; the answer finds a page's CSS by its HTML. */
export function createPageCss(sheets: readonly string[]): (html: string) => PageCss {
  const root = postcss.parse(sheets.join("\n"));
  const rules: KnownRule[] = [];
  const keyframes: KnownKeyframes[] = [];
  readContainer(root, [], rules, keyframes);
  const memo = new Map<string, PageCss>();
  return (html) => {
    // Pages of one kind say the same names in the same order: what they mean is worked out once.
    const marks = new Set(html.match(MARKS));
    const key = [...marks].join("");
    let found = memo.get(key);
    if (!found) {
      const css = compose(rules, keyframes, usedNames(marks));
      const bytes = Buffer.from(css);
      found = { css, bytes, hash: createHash("sha256").update(bytes).digest("base64") };
      // What somebody typed may say names, too, in a form that was refused: made-up ones cannot fill the memory.
      if (key.length > NAMES_CHARACTERS_MAXIMUM) return found;
      if (memo.size >= PAGES_MAXIMUM) memo.clear();
      memo.set(key, found);
    }
    return found;
  };
}

interface UsedNames {
  classes: Set<string>;
  attributes: Set<string>;
  variables: Set<string>;
}

/** All in a page that rules can ask for, each the same way many times over. React writes a plain space before each. */
const MARKS = / class="[^"]*"| (?:(?:data|aria)-[a-z-]+|open|multiple)(?=[= >])|var\( *--[\w-]+/g;

function usedNames(marks: ReadonlySet<string>): UsedNames {
  const used: UsedNames = { classes: new Set(), attributes: new Set(), variables: new Set() };
  for (const mark of marks) {
    const [, classes] = mark.split('"');
    if (mark.startsWith("var(")) for (const name of variablesIn(mark)) used.variables.add(name);
    else if (classes === undefined) used.attributes.add(mark.trim());
    else for (const name of classes.split(/\s+/)) if (name) used.classes.add(name);
  }
  return used;
}

function variablesIn(text: string): string[] {
  return [...text.matchAll(/var\(\s*(--[\w-]+)/g)].map((match) => match[1] ?? "");
}

function readContainer(
  container: Container<ChildNode>,
  wrappers: string[],
  rules: KnownRule[],
  keyframes: KnownKeyframes[],
): void {
  container.each((node) => {
    if (node.type === "rule") rules.push(readRule(node, wrappers));
    if (node.type !== "atrule") return;
    if (/keyframes$/.test(node.name)) keyframes.push({ name: node.params, text: node.toString() });
    else if (node.nodes?.every((each) => each.type === "decl")) rules.push(readDescriptors(node, wrappers));
    else if (node.nodes) readContainer(node, [...wrappers, `@${node.name} ${node.params}`], rules, keyframes);
  });
}

/** What is said of the page as a whole, as in `@view-transition`, asks for no name in it. */
function readDescriptors({ name, params, nodes = [] }: AtRule, wrappers: string[]): KnownRule {
  const declarations = nodes.flatMap((node) =>
    node.type === "decl"
      ? [{ prop: node.prop, text: `${node.prop}:${node.value}`, variables: variablesIn(node.value) }]
      : [],
  );
  return {
    needs: [{ classes: [], attributes: [] }],
    declarations,
    selector: `@${name} ${params}`.trim(),
    wrappers,
  };
}

function readRule(rule: Rule, wrappers: string[]): KnownRule {
  const declarations = rule.nodes.flatMap((node) =>
    node.type === "decl"
      ? [
          {
            prop: node.prop,
            text: `${node.prop}:${node.value}${node.important ? "!important" : ""}`,
            variables: variablesIn(node.value),
          },
        ]
      : [],
  );
  const needs = rule.selectors.flatMap(alternatives).map((selector) => {
    // What a :not() names need not be there, and of a list of alternatives not all of them.
    const positive = selector
      .replace(/:not\((?:[^()]|\([^()]*\))*\)/g, "")
      .replace(/:(?:is|where)\((?:[^()]|\([^()]*\))*,(?:[^()]|\([^()]*\))*\)/g, "");
    return {
      classes: [...positive.matchAll(/\.((?:\\.|[\w-])+)/g)].map((match) =>
        (match[1] ?? "").replaceAll("\\", ""),
      ),
      attributes: [...positive.matchAll(/\[((?:data|aria)-[a-z-]+|open|multiple)/g)].map(
        (match) => match[1] ?? "",
      ),
    };
  });
  return {
    needs,
    declarations,
    selector: rule.selector,
    wrappers,
  };
}

/** A selector with a list of classes in it, as the build writes several selectors, is one for each of them. */
function alternatives(selector: string): string[] {
  const list = /:(?:is|where)\(((?:[^()]|\([^()]*\))*,(?:[^()]|\([^()]*\))*)\)/.exec(selector);
  const [all = "", inner = ""] = list ?? [];
  if (!inner.includes(".")) return [selector];
  return (inner.match(/(?:[^,()]|\([^()]*\))+/g) ?? []).flatMap((each) =>
    alternatives(selector.replace(all, () => each)),
  );
}

function compose(rules: readonly KnownRule[], keyframes: readonly KnownKeyframes[], used: UsedNames): string {
  const kept = rules.filter((rule) => isUsed(rule, used));
  const variables = neededVariables(kept, used.variables);
  const parts = kept.flatMap((rule) => {
    // A custom property that nothing on the page refers to is left out, also those of used components.
    const needed = rule.declarations.filter(
      (each) => !each.prop.startsWith("--") || variables.has(each.prop),
    );
    return needed.length > 0 ? [wrap(rule, needed)] : [];
  });
  const text = joinWrapped(parts);
  const animations = keyframes
    .filter((each) => text.includes(each.name))
    .map((each) => each.text.replace(/\s+/g, " "));
  return text + animations.join("");
}

function isUsed(rule: KnownRule, used: UsedNames): boolean {
  return rule.needs.some(
    (need) =>
      need.classes.every((name) => used.classes.has(name)) &&
      need.attributes.every((name) => used.attributes.has(name)),
  );
}

/** Every custom property that something refers to, through the values of others too. */
function neededVariables(kept: readonly KnownRule[], inline: ReadonlySet<string>): Set<string> {
  const needed = new Set(inline);
  const references = new Map<string, string[]>();
  for (const each of kept.flatMap((rule) => rule.declarations)) {
    if (each.prop.startsWith("--"))
      references.set(each.prop, [...(references.get(each.prop) ?? []), ...each.variables]);
    else for (const name of each.variables) needed.add(name);
  }
  const open = [...needed];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const next of references.get(name) ?? []) {
      if (needed.has(next)) continue;
      needed.add(next);
      open.push(next);
    }
  }
  return needed;
}

const SEPARATOR = "\u0000";

function wrap(rule: KnownRule, declarations: KnownRule["declarations"]): string {
  const selector = rule.selector.replace(/\s*([>,+~])\s*/g, "$1").replace(/\s+/g, " ");
  return `${rule.wrappers.join(SEPARATOR)}${SEPARATOR}${SEPARATOR}${selector}{${declarations.map((each) => each.text).join(";")}}`;
}

/** Neighbours inside the same at-rules share them. */
function joinWrapped(parts: readonly string[]): string {
  let css = "";
  let open = "";
  for (const part of parts) {
    const [wrappers = "", text = ""] = part.split(SEPARATOR + SEPARATOR);
    const names = wrappers === "" ? [] : wrappers.split(SEPARATOR);
    if (wrappers !== open) {
      css += "}".repeat(open === "" ? 0 : open.split(SEPARATOR).length);
      css += names.map((name) => `${name}{`).join("");
      open = wrappers;
    }
    css += text;
  }
  return css + "}".repeat(open === "" ? 0 : open.split(SEPARATOR).length);
}
