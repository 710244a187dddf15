import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ESTree, parseSync } from "vite";

// Stripe publishes its API as an OpenAPI document, and its library's types are generated from it (docs/decisions/099).

const HOME = dirname(fileURLToPath(import.meta.resolve("stripe")));
const RESOURCES = [
  ...["Checkout/Sessions", "Customers", "PaymentIntents", "Charges", "Refunds", "Disputes"],
  ...[
    "BalanceTransactions",
    "Accounts",
    "AccountLinks",
    "ApplicationFees",
    "Payouts",
    "PaymentMethods",
    "SetupIntents",
    "Transfers",
  ],
];

type Declaration = ESTree.TSInterfaceDeclaration | ESTree.TSTypeAliasDeclaration;
type Statement = ESTree.Program["body"][number];

/** Names that a module or a namespace declares, and what it may reach beside them. */
interface Scope {
  parent: Scope | null;
  names: Map<string, Declaration>;
  spaces: Map<string, Scope>;
  aliases: Map<string, readonly string[]>;
  /** Without a name it is the whole module. */
  imports: Map<string, { file: string; name: string | null }>;
  classes: ESTree.Class[];
}

/** A type, and where its names are known. */
export interface Placed {
  type: ESTree.TSType;
  scope: Scope;
  /** What a generic's parameters are. */
  given: ReadonlyMap<string, Placed>;
}

export interface Named {
  declaration: Declaration;
  scope: Scope;
}

const modules = new Map<string, Scope>();

function newScope(parent: Scope | null): Scope {
  return {
    ...{ parent, names: new Map(), spaces: new Map(), aliases: new Map(), imports: new Map() },
    classes: [],
  };
}

/** A module of the package, read once. */
function moduleOf(file: string): Scope {
  const known = modules.get(file);
  if (known) return known;
  const { program, errors } = parseSync(file, readFileSync(file, "utf8"));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const scope = newScope(null);
  modules.set(file, scope);
  for (const statement of program.body) declare(scope, statement, file);
  return scope;
}

function declare(scope: Scope, statement: Statement, file: string): void {
  switch (statement.type) {
    case "ImportDeclaration":
      for (const each of statement.specifiers) {
        const one = each.type === "ImportSpecifier" ? each.imported : null;
        scope.imports.set(each.local.name, {
          file: join(dirname(file), statement.source.value.replace(/\.js$/, ".d.ts")),
          name: one?.type === "Identifier" ? one.name : null,
        });
      }
      return;
    case "ExportNamedDeclaration":
      if (statement.declaration) declare(scope, statement.declaration, file);
      // Names of the module, shown by one of its namespaces.
      else if (scope.parent)
        for (const { local } of statement.specifiers)
          if (local.type === "Identifier") scope.aliases.set(local.name, [local.name]);
      return;
    case "TSImportEqualsDeclaration":
      if (statement.moduleReference.type !== "TSExternalModuleReference")
        scope.aliases.set(statement.id.name, pathOf(statement.moduleReference));
      return;
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      scope.names.set(statement.id.name, statement);
      return;
    case "ClassDeclaration":
      scope.classes.push(statement);
      return;
    case "TSModuleDeclaration": {
      if (statement.id.type !== "Identifier" || statement.body?.type !== "TSModuleBlock") return;
      const space = scope.spaces.get(statement.id.name) ?? newScope(scope);
      scope.spaces.set(statement.id.name, space);
      for (const inner of statement.body.body) declare(space, inner, file);
    }
  }
}

/** `A.B.C` as its parts. */
export function pathOf(name: ESTree.TSTypeName | ESTree.Expression): string[] {
  switch (name.type) {
    case "Identifier":
      return [name.name];
    case "TSQualifiedName":
      return [...pathOf(name.left), name.right.name];
    case "MemberExpression":
      if (name.property.type !== "Identifier") break;
      return [...pathOf(name.object), name.property.name];
  }
  throw new Error(`a name of the form ${name.type} is not read`);
}

/** What a name means at a place; null for one of the language's own. */
export function resolve(path: readonly string[], from: Scope): Named | null {
  for (let scope: Scope | null = from; scope; scope = scope.parent) {
    const found = within(path, scope);
    if (found) return found;
  }
  return null;
}

function within(path: readonly string[], scope: Scope): Named | null {
  const [first = "", ...rest] = path;
  const declaration = scope.names.get(first);
  if (rest.length === 0 && declaration) return { declaration, scope };
  const space = scope.spaces.get(first);
  const inSpace = space && rest.length > 0 ? within(rest, space) : null;
  if (inSpace) return inSpace;
  const alias = scope.aliases.get(first);
  if (alias && scope.parent) return resolve([...alias, ...rest], scope.parent);
  const source = scope.imports.get(first);
  return source ? within(source.name ? [source.name, ...rest] : rest, moduleOf(source.file)) : null;
}

const resourceFile = (name: string) => join(HOME, "resources", `${name}.d.ts`);
const NONE: ReadonlyMap<string, Placed> = new Map();

/** A type by its name, in a file of the package. */
export function typeIn(file: string, name: string): Named {
  const found = within(name.split("."), moduleOf(join(HOME, file)));
  if (!found) throw new Error(`stripe's ${file} has no ${name}`);
  return found;
}

export interface Operation {
  method: string;
  address: RegExp;
  params: Placed | null;
  answer: Placed;
}

let read: Operation[] | undefined;

/** What can be called: the address from the library's code, what is sent and answered from its types. */
export function operations(): readonly Operation[] {
  read ??= RESOURCES.flatMap(operationsOf);
  return read;
}

function operationsOf(resource: string): Operation[] {
  const scope = moduleOf(resourceFile(resource));
  const code = readFileSync(resourceFile(resource).replace(/\.d\.ts$/, ".js"), "utf8");
  const methods = new Map<string, Pick<Operation, "params" | "answer">>();
  for (const { body } of scope.classes)
    for (const each of body.body) {
      if (each.type !== "MethodDefinition" || each.key.type !== "Identifier") continue;
      const answer = each.value.returnType?.typeAnnotation;
      const params = each.value.params.find((one) => one.type === "Identifier" && one.name === "params");
      const sent = params?.type === "Identifier" ? params.typeAnnotation?.typeAnnotation : undefined;
      if (!answer || (methods.has(each.key.name) && !sent)) continue;
      const place = (type: ESTree.TSType): Placed => ({ type, scope, given: NONE });
      methods.set(each.key.name, { params: sent ? place(sent) : null, answer: place(answer) });
    }
  return code.split(/^ {4}(?=\w+\(.*\) \{$)/m).flatMap((part) => {
    const types = methods.get(/^\w+/.exec(part)?.[0] ?? "");
    const calls = [...part.matchAll(/_makeRequest\('(\w+)', ['`]([^'`]+)['`]/g)];
    return calls.flatMap(([, method = "", address = ""]) =>
      types
        ? [{ ...types, method, address: new RegExp(`^${address.replaceAll(/\$\{[^}]+\}/g, "[^/]+")}$`) }]
        : [],
    );
  });
}
