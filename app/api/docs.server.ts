import { z } from "zod";
import type { Call } from "./call.server.ts";
import { CALLS_BY_GROUP, type CallGroup } from "./calls.ts";
import { ANYBODY, callName, schemaOf } from "./openapi.server.ts";
import type { Who } from "./refusals.ts";

/** What a field may be: the names of its kinds, or the values that it may have. */
export interface FieldKind {
  kind: Kind | "choice" | "null";
  isList: boolean;
  values: readonly string[];
}

/** One field that is sent or answered; what is inside of another is named with it, as data.name. */
export interface FieldRow {
  name: string;
  place: "path" | "query" | "body";
  isNeeded: boolean;
  kinds: readonly FieldKind[];
}

/** A call as the page about the API shows it. */
export interface DescribedCall {
  name: string;
  method: string;
  path: string;
  who: Who;
  isRepeatable: boolean;
  sent: readonly FieldRow[];
  answers: readonly { status: string; fields: readonly FieldRow[] }[];
  refusals: readonly { status: string; codes: readonly string[] }[];
}

const KINDS = [
  "string",
  "number",
  "integer",
  "boolean",
  "uuid",
  "email",
  "date",
  "moment",
  "binary",
  "object",
  "unknown",
] as const;
type Kind = (typeof KINDS)[number];

/** What of JSON Schema the calls' schemas are made of. */
interface Node {
  type?: string | string[] | undefined;
  format?: string | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  properties?: Record<string, Node> | undefined;
  required?: string[] | undefined;
  items?: Node | undefined;
  anyOf?: Node[] | undefined;
}
const node: z.ZodType<Node> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    properties: z.record(z.string(), node).optional(),
    required: z.array(z.string()).optional(),
    items: node.optional(),
    anyOf: z.array(node).optional(),
  }),
);

/** The groups of calls, each with the names and addresses of its calls. */
export function listCalls(): { group: CallGroup; calls: { name: string; method: string; path: string }[] }[] {
  return GROUPS.map((group) => ({
    group,
    calls: CALLS_BY_GROUP[group].map((each) => ({
      name: callName(each),
      method: each.method,
      path: each.path,
    })),
  }));
}

/** The calls of a group, whole; null where there is no such group. */
export function describeGroup(name: string): { group: CallGroup; calls: DescribedCall[] } | null {
  const group = GROUPS.find((each) => each === name);
  return group ? { group, calls: CALLS_BY_GROUP[group].map(describeCall) } : null;
}

const isGroup = (name: string): name is CallGroup => name in CALLS_BY_GROUP;
const GROUPS = Object.keys(CALLS_BY_GROUP).filter(isGroup);

function describeCall(call: Call): DescribedCall {
  const { method, path, who, ids, isIdempotent, query, body, files, needsFiles, isBodyOptional } = call;
  const bodySchema = body?.(ANYBODY);
  return {
    ...{ method, path, who, isRepeatable: isIdempotent, name: callName(call) },
    sent: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) =>
        plainRow(name, "path", ids.includes(name) ? "uuid" : "string"),
      ),
      ...(query ? rowsOf(readNode(query, "input"), "query", "") : []),
      ...(bodySchema
        ? rowsOf(readNode(bodySchema, "input"), "body", "").map((row) =>
            isBodyOptional ? { ...row, isNeeded: false } : row,
          )
        : []),
      ...files.map((name) => ({ ...plainRow(name, "body", "binary"), isNeeded: needsFiles })),
    ],
    answers: Object.entries(call.answers).map(([status, schema]) => ({
      status,
      fields: schema ? rowsOf(readNode(schema, "output"), "body", "") : [],
    })),
    refusals: Object.entries(call.refusals).map(([status, codes]) => ({ status, codes })),
  };
}

function readNode(schema: z.ZodType, io: "input" | "output"): Node {
  return node.parse(schemaOf(schema, io));
}

function plainRow(name: string, place: FieldRow["place"], kind: Kind): FieldRow {
  return { name, place, isNeeded: true, kinds: [{ kind, isList: false, values: [] }] };
}

/**
 * A row for each field that holds no others; of lists and of what is one of several things, the rows of all that is in them;
 * what holds others and may be null has a row of its own besides.
 */
function rowsOf(
  { properties = {}, required = [] }: Node,
  place: FieldRow["place"],
  before: string,
): FieldRow[] {
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = before + key;
    const isNeeded = required.includes(key);
    const inside = objectsIn(field).flatMap(({ object, isList }) =>
      rowsOf(object, place, `${name}${isList ? "[]" : ""}.`),
    );
    if (inside.length === 0) return [{ name, place, isNeeded, kinds: kindsOf(field, false) }];
    const kinds = [...(field.anyOf ?? [])].some(({ type }) => type === "null") ? OBJECT_OR_NULL : null;
    const rows = new Map(inside.map((row) => [row.name, row]));
    return [...(kinds ? [{ name, place, isNeeded, kinds }] : []), ...rows.values()];
  });
}

/** The things with fields that a field is one of, or a list of. */
function objectsIn(field: Node): { object: Node; isList: boolean }[] {
  if (field.properties) return [{ object: field, isList: false }];
  if (field.items?.properties) return [{ object: field.items, isList: true }];
  return (field.anyOf ?? []).flatMap(objectsIn);
}

function kindsOf(field: Node, isList: boolean): FieldKind[] {
  if (field.anyOf) return unique(field.anyOf.flatMap((part) => kindsOf(part, isList)));
  const values = field.enum ?? (field.const === undefined ? null : [field.const]);
  if (values) return [{ kind: "choice", isList, values: values.map((value) => JSON.stringify(value)) }];
  if (field.items) return kindsOf(field.items, true);
  const types = [field.type ?? "unknown"].flat();
  return types.map((type) => ({ kind: kindOf(type, field.format), isList, values: [] }));
}

const OBJECT_OR_NULL: readonly FieldKind[] = [
  { kind: "object", isList: false, values: [] },
  { kind: "null", isList: false, values: [] },
];

const FORMATS: Record<string, Kind> = {
  uuid: "uuid",
  email: "email",
  date: "date",
  "date-time": "moment",
  binary: "binary",
};

function kindOf(type: string, format: string | undefined): Kind | "null" {
  if (type === "null") return "null";
  if (type === "string") return FORMATS[format ?? ""] ?? "string";
  return KINDS.find((each) => each === type) ?? "unknown";
}

function unique(kinds: FieldKind[]): FieldKind[] {
  return [...new Map(kinds.map((each) => [JSON.stringify(each), each])).values()];
}
