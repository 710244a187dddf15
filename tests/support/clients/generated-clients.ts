import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

// Clients as developers generate them, in a folder of their own.

const run = promisify(execFile);
const PACKAGES = resolve("node_modules");
const HOOK = resolve("tests/support/clients/older-compiler.ts");

/** What a developer writes with both: it compiles only while names and types are as the document says. */
const PROGRAM = `
import { createClient } from "./client/client/index.ts";
import { getCreator, getPayment, getPrice, listTips, tipCreator, type Tip } from "./client/index.ts";
import type { components, operations, paths } from "./types";

type Order = paths["/api/user/{id}/tribute"]["post"]["requestBody"]["content"]["application/json"];
type Begun = components["schemas"]["BegunPayment"];
type Asked = operations["listTips"]["parameters"]["query"];

export const asked: Asked = { only_new: true };

const clientOf = (baseUrl: string, key?: string) =>
  createClient({ baseUrl, auth: ({ type }) => (type === "http" ? key : undefined) });

export async function beginTip(baseUrl: string, username: string, key: string): Promise<Begun> {
  const client = clientOf(baseUrl);
  const throws = { client, throwOnError: true } as const;
  const creator = await getCreator({ ...throws, path: { id: username }, query: { is_username: true } });
  const { id, currency } = creator.data.data;
  const order = { amount: "12.50", type: "INETCASH_CC", country_id: "DE" } as const;
  const price = await getPrice({ ...throws, query: { ...order, currency: currency as "EUR" } });
  const body: Order = { ...order, name: "Ida", charged_minor: price.data.data.charged_minor };
  const headers = { "Idempotency-Key": key };
  const begun = await tipCreator({ ...throws, path: { id }, body, headers });
  return begun.data.data;
}

export async function statusOf(baseUrl: string, payment: string): Promise<string> {
  const { data } = await getPayment({ client: clientOf(baseUrl), path: { id: payment }, throwOnError: true });
  return data.data.status;
}

export async function tipsOf(baseUrl: string, key: string): Promise<Tip[]> {
  const { data } = await listTips({ client: clientOf(baseUrl, key), throwOnError: true });
  return data.data;
}
`;

/** Of a way to pay that there is not. */
const WRONG = `
import type { TipCreatorData } from "./client/index.ts";

export const body: TipCreatorData["body"] = { amount: "5.00", type: "SHELLS", country_id: "DE" };
`;

const PROGRAMS = { program: PROGRAM, wrong: WRONG };

const CONFIG = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, target: "es2024", module: "esnext", moduleResolution: "bundler" },
    ...{ lib: ["es2024", "dom", "dom.iterable"], types: [], allowImportingTsExtensions: true },
  },
};

async function generate(dist: string, ...given: string[]): Promise<void> {
  await run(process.execPath, ["--import", HOOK, join(PACKAGES, dist), ...given]);
}

export interface GeneratedClients {
  /** Of the program that uses them. */
  program: string;
  /** Throws with what does not compile. */
  compile(name: keyof typeof PROGRAMS): Promise<void>;
  remove(): Promise<void>;
}

export async function generateClients(document: string): Promise<GeneratedClients> {
  const folder = await mkdtemp(join(tmpdir(), "clients-"));
  const at = (name: string) => join(folder, name);
  await writeFile(at("openapi.json"), document);
  for (const [name, text] of Object.entries(PROGRAMS)) {
    await writeFile(at(`${name}.ts`), text);
    await writeFile(at(`${name}.json`), JSON.stringify({ ...CONFIG, files: [`${name}.ts`] }));
  }
  await Promise.all([
    generate("openapi-typescript/bin/cli.js", at("openapi.json"), "-o", at("types.d.ts")),
    generate("@hey-api/openapi-ts/dist/run.mjs", "-i", at("openapi.json"), "-o", at("client")),
  ]);
  return {
    program: at("program.ts"),
    compile: async (name) => {
      const compiler = join(PACKAGES, "typescript/bin/tsc");
      await run(process.execPath, [compiler, "-p", at(`${name}.json`)], { maxBuffer: 1e7 }).catch((error) => {
        throw new Error(String(error.stdout));
      });
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
