import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { keepBuildAssets } from "../../app/domain/build-assets.server.ts";
import { assetsOf } from "../../app/server/build-assets.server.ts";
import { readBuildFiles } from "../../app/server/static-files.server.ts";
import { records } from "../support/database/records.ts";
import { ask } from "../support/http/http-requests.ts";
import { type Product, startProduct } from "../support/http/product.ts";

// The product, and the next version of it on the same database: as while one replaces the other.

const get = (product: { url: string }, path: string) => ask(product.url + path, {});

const NEXT = "/assets/next-Ab12Cd34.js";
let checkout: string;
let next: Product;

beforeAll(async () => {
  // The next version: the same server, with a script that this version has not, and without one of its own.
  checkout = await mkdtemp(path.join(tmpdir(), "tribute-next-"));
  const here = path.resolve(import.meta.dirname, "../..");
  for (const same of ["node_modules", "package.json"])
    await symlink(path.join(here, same), path.join(checkout, same));
  await mkdir(path.join(checkout, "build"));
  await symlink(path.join(here, "build/server"), path.join(checkout, "build/server"));
  await cp(path.join(here, "build/client"), path.join(checkout, "build/client"), { recursive: true });
  await rm(path.join(checkout, "build/client", await oldScript()));
  await writeFile(path.join(checkout, "build/client", NEXT), "export const version = 2;");
  next = await startProduct(inject("product").databaseUrl, {}, { checkout });
});

afterAll(async () => {
  await next?.stop();
  await rm(checkout, { recursive: true, force: true });
});

/** A script that both builds would have, without what it was compressed to. */
async function oldScript(): Promise<string> {
  const [name = ""] = (await readdir("build/client/assets"))
    .filter((each) => /^page-.*\.js$/.test(each))
    .sort();
  return `/assets/${name}`;
}

test("each has the files that the other one's pages name, as they are sent by their own build", async () => {
  const script = await get(inject("product"), NEXT);
  expect(script.status).toBe(200);
  expect(script.text).toBe("export const version = 2;");
  const { headers } = script;
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  const old = await oldScript();
  const [own, foreign] = [await get(inject("product"), old), await get(next, old)];
  expect(own.status).toBe(200);
  expect(foreign.text).toBe(own.text);
  expect({ ...foreign.headers, date: null }).toEqual({ ...own.headers, date: null });
});

test("a file that no build has is a page that is not there, and odd names ask no database", async () => {
  expect((await get(inject("product"), "/assets/nobodys-Ab12Cd34.js")).status).toBe(404);
  await sql`alter table build_assets rename to build_assets_away`.execute(records());
  for (const odd of [
    "/assets/../package.json",
    "/assets/%6eext-Ab12Cd34.js",
    `/assets/${"a".repeat(200)}.js`,
  ])
    expect((await get(inject("product"), odd)).status, odd).toBe(404);
  await sql`alter table build_assets_away rename to build_assets`.execute(records());
});

test("a build that is served notes so once in a while, and writes nothing it has written", async () => {
  const files = assetsOf(readBuildFiles("build/client"));
  expect(await keepBuildAssets(records(), files, new Date())).toBe(0);
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect(await keepBuildAssets(records(), files, tomorrow)).toBe(files.size);
  const { rows } = await sql<{ count: number }>`
    select count(*) from build_assets where served_at = ${tomorrow}`.execute(records());
  expect(rows).toEqual([{ count: files.size }]);
});
