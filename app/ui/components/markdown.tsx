import { createElement, Fragment, type ReactElement, type ReactNode } from "react";
import type { LegalNode } from "../../domain/legal-texts/markdown.server.ts";

export function Markdown({
  nodes,
  tables = {},
}: {
  nodes: readonly LegalNode[];
  tables?: Readonly<Record<string, ReactElement>>;
}) {
  return createElement(Fragment, null, ...nodes.map((node) => tableNamed(node, tables) ?? shown(node)));
}

function tableNamed(node: LegalNode, tables: Readonly<Record<string, ReactElement>>): ReactElement | null {
  if (typeof node === "string" || node.tag !== "p") return null;
  const [only, ...more] = node.children;
  const name = typeof only === "string" && more.length === 0 ? /^\{\{ ?(\w+) ?\}\}$/.exec(only)?.[1] : null;
  return name && Object.hasOwn(tables, name) ? (tables[name] ?? null) : null;
}

function shown(node: LegalNode): ReactNode {
  if (typeof node === "string") return node;
  const { tag, id, href, children } = node;
  const attributes = { ...(id ? { id } : {}), ...(href ? { href } : {}) };
  if (tag !== "table") return createElement(tag, attributes, ...children.map(shown));
  return (
    <div className="data-room">
      {createElement("table", { ...attributes, className: "data" }, ...children.map(shown))}
    </div>
  );
}
