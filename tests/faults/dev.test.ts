import { chmodSync, cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { isAlive } from "../../db/embedded/lock.ts";
import { findRunning } from "../../db/embedded.ts";
import { copyCheckout } from "../support/checkout-copy.ts";
import { eventually } from "../support/eventually.ts";
import { copyPostgres, filesOf } from "../support/fixtures/demo-world.ts";
import { freePort, type StartedServer, startServer } from "../support/http/started-server.ts";

const SKIP = "Skip to content";
const CHANGED = "Skip to what is new";
let checkout: string;
let server: StartedServer;
let port: number;
let hasEnded = false;

beforeAll(async () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "tribute-dev-")));
  // PostgreSQL, which root starts under another account, passes through.
  chmodSync(folder, 0o711);
  checkout = path.join(folder, "checkout");
  copyCheckout(checkout);
  // The demo world is known from elsewhere; a build is what this checkout lacks.
  cpSync(filesOf(inject("world")), path.join(checkout, "data"), { recursive: true });
  await copyPostgres(inject("world"), path.join(checkout, "data/postgres"));
  port = await freePort();
  server = startServer(checkout, { PORT: String(port), LOG_LEVEL: "warn" }, { by: "npm", role: "dev" });
  void server.ended().then(() => {
    hasEnded = true;
  });
});

afterAll(async () => {
  await server.end("SIGTERM");
  rmSync(path.dirname(checkout), { recursive: true, force: true });
});

async function page(): Promise<string> {
  if (hasEnded) throw new Error(`Development has ended:\n${server.output()}`);
  return await fetch(`http://localhost:${port}/login`).then(
    (answer) => answer.text(),
    () => "",
  );
}

test("npm run dev serves a checkout without a build, and what changes", async () => {
  await eventually("a page is served", async () => (await page()).includes(SKIP));
  expect(server.output()).not.toContain("Error");

  const texts = path.join(checkout, "locales/en/common.ts");
  writeFileSync(texts, readFileSync(texts, "utf8").replace(SKIP, CHANGED));
  await eventually("the change is served", async () => (await page()).includes(CHANGED));

  const running = findRunning(path.join(checkout, "data/postgres"))?.pid ?? 0;
  const postgres = Number(
    readFileSync(path.join(checkout, "data/postgres/cluster/postmaster.pid"), "utf8").split("\n")[0],
  );
  await server.end("SIGHUP");
  await eventually("everything has ended", () => !isAlive(running) && !isAlive(postgres));
});
