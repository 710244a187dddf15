import type { ESTree } from "vite";
import {
  type Named,
  type Operation,
  operations,
  type Placed,
  pathOf,
  resolve,
  typeIn,
} from "./stripe-types.ts";

/** What a check found, and the value with null for each absent field that may be null. */
interface Reading {
  faults: readonly string[];
  value: unknown;
  /** The value is no such thing at all. */
  isOther?: true;
}

interface Member {
  placed: Placed;
  isOptional: boolean;
}

type Direction = "sent" | "given";

/** The operation of a request; null where Stripe has none. */
export function operationOf(method: string, pathname: string): Operation | null {
  return operations().find((each) => each.method === method && each.address.test(pathname)) ?? null;
}

/** What the published types have against a request's fields; its numbers and booleans are texts. */
export function requestFaults({ params }: Operation, fields: object): readonly string[] {
  if (!params) return Object.keys(fields).length === 0 ? [] : ["takes no fields"];
  return check(fields, params, "sent", "").faults;
}

/** An answer in full, with what the published types have against it. */
export const readAnswer = ({ answer }: Operation, body: unknown): Reading => check(body, answer, "given", "");

export function readEvent(event: { type: string; data: object; account?: string }): Reading {
  const name = event.type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return checkNamed(event, typeIn("resources/Events.d.ts", `${name.join("")}Event`), new Map(), "given", "");
}

export function problemFaults({ error }: { error: object }): readonly string[] {
  return checkNamed(error, typeIn("Types.d.ts", "StripeRawError"), new Map(), "given", "error").faults;
}

const fault = (path: string, value: unknown, expected: string): Reading => ({
  faults: [`${path || "it"} is ${JSON.stringify(value)?.slice(0, 80)}, not ${expected}`],
  ...{ value, isOther: true },
});
const fine = (value: unknown): Reading => ({ faults: [], value });

function check(value: unknown, placed: Placed, way: Direction, path: string): Reading {
  const { type } = placed;
  const at = (inner: ESTree.TSType): Placed => ({ ...placed, type: inner });
  switch (type.type) {
    case "TSUnknownKeyword":
    case "TSAnyKeyword":
      return fine(value);
    case "TSStringKeyword":
      return typeof value === "string" ? fine(value) : fault(path, value, "a text");
    case "TSNumberKeyword": {
      const isNumber = way === "given" ? typeof value === "number" : /^-?\d+(\.\d+)?$/.test(String(value));
      return isNumber ? fine(value) : fault(path, value, "a number");
    }
    case "TSBooleanKeyword": {
      const isBoolean = way === "given" ? typeof value === "boolean" : /^(true|false)$/.test(String(value));
      return isBoolean ? fine(value) : fault(path, value, "a boolean");
    }
    case "TSVoidKeyword":
      return fault(path, value, "absent");
    case "TSNullKeyword":
      return value === (way === "given" ? null : "") ? fine(value) : fault(path, value, "null");
    case "TSLiteralType": {
      const literal = type.literal.type === "Literal" ? type.literal.value : undefined;
      const isIt = way === "given" ? value === literal : value === String(literal);
      return isIt ? fine(value) : fault(path, value, JSON.stringify(literal));
    }
    case "TSArrayType":
      return checkList(value, at(type.elementType), way, path);
    case "TSTypeLiteral":
      return checkObject(value, membersOf(type.members, placed), way, path);
    case "TSUnionType":
      return checkUnion(value, type.types.map(at), way, path);
    case "TSTypeReference":
      return checkReference(value, type, placed, way, path);
  }
  throw new Error(`a type of the form ${type.type} is not read`);
}

/** The part that has the least against it. An enumeration that may grow has the known words alone. */
function checkUnion(value: unknown, parts: readonly Placed[], way: Direction, path: string): Reading {
  const isWords = parts.some(({ type }) => type.type === "TSLiteralType");
  let best: Reading | null = null;
  for (const part of parts) {
    if (isWords && nameOf(part.type) === "OtherString") continue;
    const reading = check(value, part, way, path);
    if (reading.faults.length === 0) return reading;
    if (!reading.isOther && (!best || reading.faults.length < best.faults.length)) best = reading;
  }
  return best ?? fault(path, value, "one of its words or kinds");
}

const nameOf = (type: ESTree.TSType) =>
  type.type === "TSTypeReference" ? pathOf(type.typeName).join(".") : null;

function checkReference(
  value: unknown,
  type: ESTree.TSTypeReference,
  placed: Placed,
  way: Direction,
  path: string,
): Reading {
  const name = pathOf(type.typeName);
  const bound = name.length === 1 ? placed.given.get(name[0] ?? "") : undefined;
  if (bound) return check(value, bound, way, path);
  const inside = (type.typeArguments?.params ?? []).map((each): Placed => ({ ...placed, type: each }));
  const [only] = inside;
  switch (name.join(".")) {
    case "Array":
      return only ? checkList(value, only, way, path) : fine(value);
    case "Promise":
    case "Response":
      return only ? check(value, only, way, path) : fine(value);
    case "OtherString":
    case "Decimal":
      return typeof value === "string" ? fine(value) : fault(path, value, "a text");
    case "ApiListPromise":
    case "ApiSearchResultPromise": {
      const list = typeIn("lib.d.ts", name.join(".").replace("Promise", ""));
      return checkNamed(value, list, new Map(only && [["T", only]]), way, path);
    }
  }
  const named = resolve(name, placed.scope);
  if (!named) throw new Error(`the type ${name.join(".")} is not known`);
  const parameters = named.declaration.typeParameters?.params ?? [];
  const given = parameters.flatMap(({ name: { name } }, place) => {
    const what = inside[place];
    return what ? [[name, what] as const] : [];
  });
  return checkNamed(value, named, new Map(given), way, path);
}

function checkNamed(
  value: unknown,
  { declaration, scope }: Named,
  given: ReadonlyMap<string, Placed>,
  way: Direction,
  path: string,
): Reading {
  if (declaration.type === "TSTypeAliasDeclaration")
    return check(value, { type: declaration.typeAnnotation, scope, given }, way, path);
  return checkObject(value, interfaceMembers({ declaration, scope }, given), way, path);
}

function checkList(value: unknown, of: Placed, way: Direction, path: string): Reading {
  if (!Array.isArray(value)) return fault(path, value, "a list");
  const readings = value.map((each, place) => check(each, of, way, `${path}[${place}]`));
  return { faults: readings.flatMap(({ faults }) => faults), value: readings.map((each) => each.value) };
}

/** Fields by their names; `*` is what a field of any name holds. */
type Members = ReadonlyMap<string, Member>;

function checkObject(value: unknown, members: Members, way: Direction, path: string): Reading {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return fault(path, value, "an object");
  const faults: string[] = [];
  const whole: Record<string, unknown> = {};
  const under = (name: string) => (path ? `${path}.${name}` : name);
  for (const [name, each] of Object.entries(value)) {
    const member = members.get(name) ?? members.get("*");
    if (each === undefined) continue;
    if (!member) faults.push(`${under(name)} is unknown`);
    const reading = member ? check(each, member.placed, way, under(name)) : fine(each);
    faults.push(...reading.faults);
    whole[name] = reading.value;
  }
  for (const [name, { placed, isOptional }] of members) {
    if (isOptional || name === "*" || name in whole) continue;
    const isNullable = way === "given" && check(null, placed, way, under(name)).faults.length === 0;
    if (isNullable) whole[name] = null;
    else faults.push(`${under(name)} is missing`);
  }
  return { faults, value: whole };
}

function membersOf(
  signatures: readonly ESTree.TSSignature[],
  placed: Omit<Placed, "type">,
): Map<string, Member> {
  const members = new Map<string, Member>();
  for (const each of signatures) {
    const type = "typeAnnotation" in each ? each.typeAnnotation?.typeAnnotation : undefined;
    if (!type) continue;
    const member = { ...placed, type };
    if (each.type === "TSIndexSignature") members.set("*", { placed: member, isOptional: true });
    else if (each.type === "TSPropertySignature" && each.key.type === "Identifier")
      members.set(each.key.name, { placed: member, isOptional: each.optional });
    else if (each.type === "TSPropertySignature" && each.key.type === "Literal")
      members.set(String(each.key.value), { placed: member, isOptional: each.optional });
  }
  return members;
}

const known = new WeakMap<object, Members>();

function interfaceMembers({ declaration, scope }: Named, given: ReadonlyMap<string, Placed>): Members {
  if (declaration.type !== "TSInterfaceDeclaration")
    throw new Error(`${declaration.id.name} is no interface`);
  const before = given.size === 0 ? known.get(declaration) : undefined;
  if (before) return before;
  const above = declaration.extends.flatMap(({ expression }) => {
    const parent = resolve(pathOf(expression), scope);
    if (!parent) throw new Error(`what ${declaration.id.name} extends is not known`);
    return [...interfaceMembers(parent, new Map())];
  });
  const members = new Map([...above, ...membersOf(declaration.body.body, { scope, given })]);
  if (given.size === 0) known.set(declaration, members);
  return members;
}
