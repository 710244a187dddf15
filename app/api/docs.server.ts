import { isOff } from "../http/features.server.ts";
import type { Features } from "../product-settings.ts";
import type { Call } from "./call.server.ts";
import { CALLS_BY_GROUP, type CallGroup } from "./calls.ts";
import { resolve, type Schema } from "./document.ts";
import { callName, describeApi } from "./openapi.server.ts";
import type { Who } from "./responses.ts";

export interface FieldKind {
  kind: Kind | "choice" | "null";
  isList: boolean;
  values: readonly string[];
}

export interface FieldRow {
  name: string;
  place: "path" | "query" | "body";
  isNeeded: boolean;
  kinds: readonly FieldKind[];
}

export interface DescribedCall {
  name: string;
  method: string;
  path: string;
  who: Who;
  scope: string | null;
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

interface ListedGroup {
  group: CallGroup;
  calls: { name: string; method: string; path: string }[];
}

/** Without calls of features that are off. */
export function listCalls(features: Features): ListedGroup[] {
  return GROUPS.flatMap((group) => {
    const calls = offeredCalls(group, features);
    const listed = calls.map(({ method, path }) => ({ name: callName({ method, path }), method, path }));
    return listed.length === 0 ? [] : [{ group, calls: listed }];
  });
}

export function describeGroup(
  name: string,
  features: Features,
): { group: CallGroup; calls: DescribedCall[] } | null {
  const group = GROUPS.find((each) => each === name);
  const calls = group ? offeredCalls(group, features) : [];
  return group && calls.length > 0 ? { group, calls: calls.map(describeCall) } : null;
}

function offeredCalls(group: CallGroup, features: Features): Call[] {
  return CALLS_BY_GROUP[group].filter(({ path }) => !isOff(features, path));
}

const isGroup = (name: string): name is CallGroup => name in CALLS_BY_GROUP;
const GROUPS = Object.keys(CALLS_BY_GROUP).filter(isGroup);

let made: ReturnType<typeof describeApi> | null = null;

function describeCall(call: Call): DescribedCall {
  const { method, path, who, scope, isIdempotent, answers, refusals } = call;
  const name = callName(call);
  made ??= describeApi("", String);
  const { schemas } = made.components;
  const whole = (schema: Schema = {}) => inlined(schema, schemas);
  const operation = made.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  const { parameters, requestBody, responses } = operation;
  const content = requestBody?.content ?? {};
  const body = whole((content["multipart/form-data"] ?? content["application/json"])?.schema);
  const placed = (place: FieldRow["place"]) =>
    parameters
      .filter((each) => each.in === place)
      .map(({ name, required = false, schema }) => ({
        ...{ name, place, isNeeded: required, kinds: kindsOf(schema, false) },
      }));
  return {
    ...{ name, method, path, who, scope, isRepeatable: isIdempotent },
    sent: [
      ...placed("path"),
      ...placed("query"),
      ...rowsOf(body, "body", "").map((row) => ({
        ...row,
        isNeeded: row.isNeeded && requestBody?.required === true,
      })),
    ],
    answers: Object.keys(answers).map((status) => ({
      status,
      fields: rowsOf(whole(responses[status]?.content?.["application/json"]?.schema), "body", ""),
    })),
    refusals: Object.entries(refusals).map(([status, codes]) => ({ status, codes })),
  };
}

function inlined(named: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const { properties, items, anyOf, ...schema } = resolve(named, schemas);
  const inside = Object.entries(properties ?? {}).map(([key, each]) => [key, inlined(each, schemas)]);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(inside) }),
    ...(items && { items: inlined(items, schemas) }),
    ...(anyOf && { anyOf: anyOf.map((each) => inlined(each, schemas)) }),
  };
}

function rowsOf(
  { properties = {}, required = [] }: Schema,
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
    const kinds = [field, ...(field.anyOf ?? [])].some(mayBeNull) ? OBJECT_OR_NULL : null;
    const rows = new Map(inside.map((row) => [row.name, row]));
    return [...(kinds ? [{ name, place, isNeeded, kinds }] : []), ...rows.values()];
  });
}

function mayBeNull({ type }: Schema): boolean {
  return [type].flat().includes("null");
}

function objectsIn(field: Schema): { object: Schema; isList: boolean }[] {
  if (field.properties) return [{ object: field, isList: false }];
  if (field.items?.properties) return [{ object: field.items, isList: true }];
  return (field.anyOf ?? []).flatMap(objectsIn);
}

function kindsOf(field: Schema, isList: boolean): FieldKind[] {
  if (field.anyOf) return unique(field.anyOf.flatMap((part) => kindsOf(part, isList)));
  const values = field.enum?.filter((value) => value !== null).map((value) => JSON.stringify(value));
  if (values) {
    const none: FieldKind[] = mayBeNull(field) ? [{ kind: "null", isList, values: [] }] : [];
    return [{ kind: "choice", isList, values }, ...none];
  }
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
