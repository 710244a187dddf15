import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { createElement, type ReactNode } from "react";
import { z } from "zod";
import { findProfile } from "../../app/domain/users/profile.server.ts";
import { compress } from "../../app/server/compression.server.ts";
import { createDatabase } from "../../db/index.ts";

type Found = DefaultTreeAdapterTypes.ChildNode;

export const CREATOR = "joerdis";
/** Not in the page cache, for its query. */
export const RENDERED = `/${CREATOR}?fresh=1`;

/** What baselines make anew for each request: the product's page, its query and its headers. */
export interface SamePage {
  headers: Record<string, string>;
  /** Asks the product's own query, without a result for an unknown creator. */
  findName(): Promise<string | undefined>;
  elements(name: string | undefined): ReactNode;
  /** With the product's compression for a page that is sent once. */
  encode(markup: string): Buffer;
}

const environmentSchema = z.object({ PRODUCT_URL: z.url(), DATABASE_URL: z.string() });

export async function readSamePage(): Promise<SamePage> {
  const { PRODUCT_URL, DATABASE_URL } = environmentSchema.parse(process.env);
  const db = createDatabase(DATABASE_URL, { max: 10 });
  const answer = await fetch(PRODUCT_URL + RENDERED);
  const document = parse(await answer.text());
  const name = (await findProfile(db, CREATOR, new Date()))?.name;
  if (!answer.ok || name === undefined) throw new Error(`no page of ${CREATOR}: ${answer.status}`);
  const { "content-length": _, ...headers } = Object.fromEntries(answer.headers);
  const root = document.childNodes.find((node) => node.nodeName === "html");
  return {
    headers: { ...headers, "content-encoding": "zstd" },
    findName: async () => (await findProfile(db, CREATOR, new Date()))?.name,
    elements: (found) => (root ? toElement(root, 0, (text) => text.replaceAll(name, found ?? "")) : null),
    encode: (markup) => compress("zstd", Buffer.from(`<!DOCTYPE html>${markup}`), false),
  };
}

const PROPERTIES: Record<string, string> = { class: "className", for: "htmlFor", charset: "charSet" };

function toElement(node: Found, key: number, put: (text: string) => string): ReactNode {
  if ("value" in node) return put(node.value);
  if (!("attrs" in node)) return null;
  const { nodeName, attrs, childNodes } = node;
  const properties = Object.fromEntries(
    attrs.map(({ name, value }) => [
      PROPERTIES[name] ?? name,
      name === "style" ? styleOf(value) : value || true,
    ]),
  );
  const [only] = childNodes;
  if (nodeName === "style" || nodeName === "script")
    return createElement(nodeName, {
      key,
      ...properties,
      ...(only && "value" in only ? { dangerouslySetInnerHTML: { __html: only.value } } : {}),
    });
  const children = childNodes.map((child, index) => toElement(child, index, put));
  return createElement(nodeName, { key, ...properties }, ...(children.length > 0 ? [children] : []));
}

function styleOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(";").flatMap((each) => {
      const [property, ...rest] = each.split(":");
      return property && rest.length > 0 ? [[property.trim(), rest.join(":").trim()]] : [];
    }),
  );
}
