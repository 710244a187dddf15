import { createHash } from "node:crypto";
import postcss, { type AtRule, type ChildNode, type Container, type Rule } from "postcss";

/**
 * Only the CSS that the HTML uses, inlined. Pages with the same classes share a memoised text
 * (docs/product.md, 9.4).
 */
export interface PageCss {
  css: string;
  bytes: Buffer;
  hash: string;
}

interface KnownRule {
  /** Used when one selector finds all its names. */
  needs: { classes: string[]; attributes: string[] }[];
  declarations: { prop: string; text: string; variables: string[] }[];
  selector: string;
  wrappers: string[];
}

interface KnownKeyframes {
  name: string;
  text: string;
}

/** The memo's entries and characters; our pages use half. */
const PAGES_MAXIMUM = 500;
const NAMES_CHARACTERS_MAXIMUM = 6_000;

export function createPageCss(sheets: readonly string[]): (html: string) => PageCss {
  const root = postcss.parse(sheets.join("\n"));
  const rules: KnownRule[] = [];
  const keyframes: KnownKeyframes[] = [];
  readContainer(root, [], rules, keyframes);
  const memo = new Map<string, PageCss>();
  return (html) => {
    const marks = new Set(html.match(MARKS));
    const key = [...marks].join("");
    let found = memo.get(key);
    if (!found) {
      const css = compose(rules, keyframes, usedNames(marks));
      const bytes = Buffer.from(css);
      found = { css, bytes, hash: createHash("sha256").update(bytes).digest("base64") };
      // User input may contain such names: it must not fill the memory.
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

/** React writes one space before each. */
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
    // Drops unreferenced custom properties.
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
