import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { OPERATOR_SETTINGS } from "../../app/server/live-settings.server.ts";
import { createDemoDatabase, createEmptyDatabase, type TestDatabase } from "../support/database/database.ts";
import { withDatabase } from "../support/database/database-url.ts";
import { settingsOfOperations } from "../support/http/env-of-operations.ts";
import { LIVE_SETTINGS } from "../support/http/live-settings.ts";
import { freePort, type StartedServer, startServer } from "../support/http/started-server.ts";

const root = path.resolve(import.meta.dirname, "../..");
let scratch: string;
let demo: TestDatabase;
const servers: StartedServer[] = [];

beforeAll(async () => {
  scratch = mkdtempSync(path.join(tmpdir(), "tribute-settings-"));
  demo = await createDemoDatabase();
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server.end("SIGTERM");
});

afterAll(async () => {
  await demo.drop();
  rmSync(scratch, { recursive: true, force: true });
});

function start(settings: Record<string, string>): StartedServer {
  const server = startServer(root, { DATA_DIR: path.join(scratch, "data"), ...settings });
  servers.push(server);
  return server;
}

function startDemo(more: Record<string, string>): StartedServer {
  return start({ APP_MODE: "demo", DATABASE_URL: demo.url, ...more });
}

test("live mode names all that is missing or wrong at once", async () => {
  const addresses = ["MAIL_FROM", "CONTACT_EMAIL", "REMOVAL_EMAIL"].map(
    (name) => `Configuration: ${name}: live mode needs an address of yours, not the example`,
  );
  const others = [
    ...OPERATOR_SETTINGS.map(
      (name) =>
        `Configuration: ${name}: imprint and privacy page name who runs the product; live mode needs yours`,
    ),
    'Configuration: STATEMENT_ISSUER: receipts name who issues them; write "Company; street; town; VAT id"',
  ];
  const server = start({ APP_MODE: "live" });
  expect(await server.ended()).toBe(1);
  expect(server.output().trimEnd().split("\n")).toEqual([
    "Configuration: live mode needs DATABASE_URL, APP_SECRET, PUBLIC_URL, SMTP_URL, PAYMENT_PROVIDER",
    ...addresses,
    ...others,
  ]);
  // A database of one's own means that it is in earnest. What is wrong is not missing besides.
  const byUrl = start({
    DATABASE_URL: demo.url,
    PORT: "many",
    APP_SECRET: "short",
    MAIL_FROM: "a@b.test",
  });
  expect(await byUrl.ended()).toBe(1);
  expect(byUrl.output().trimEnd().split("\n")).toEqual([
    expect.stringMatching(/^Configuration: PORT: /),
    expect.stringMatching(/^Configuration: APP_SECRET: /),
    "Configuration: live mode needs PUBLIC_URL, SMTP_URL, PAYMENT_PROVIDER",
    ...addresses.slice(1),
    ...others,
  ]);
});

test("live mode serves with the settings that deploy/ ships", async () => {
  const empty = await createEmptyDatabase();
  const server = start({
    ...settingsOfOperations(),
    ...{ DATABASE_URL: empty.url, PORT: String(await freePort()) },
    LOG_LEVEL: "error",
  });
  expect(await server.ready()).toBe("https://tips.test");
  expect(server.output()).toMatch(
    /^MONEY_MODEL is held: .+ docs\/licences\.md\nTribute is ready: https:\/\/tips\.test\n$/,
  );
  await server.end("SIGTERM");
  await empty.drop();
});

test("a key that opens nothing of what is stored ends the start in live mode, in one line", async () => {
  const secret = () => randomBytes(32).toString("hex");
  const server = start({
    ...LIVE_SETTINGS,
    ...{
      DATABASE_URL: demo.url,
      PORT: "0",
      LOG_LEVEL: "error",
      APP_SECRET: secret(),
      DATA_KEY: secret(),
    },
    ...{ SANDBOX_API_KEY: secret(), SANDBOX_NOTICE_SECRET: secret() },
  });
  expect(await server.ended()).toBe(1);
  expect(server.output()).toBe(
    "Configuration: DATA_KEY is not the key of this database: it opens nothing there\n",
  );
});

test("a database that cannot be reached is named in one line, without its password", async () => {
  const port = await freePort();
  const server = startDemo({
    DATABASE_URL: `postgresql://tribute:opensesame@127.0.0.1:${port}/tribute`,
    PORT: "0",
  });
  expect(await server.ended()).toBe(1);
  expect(server.output()).toBe(
    `The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:${port}\n`,
  );
  const missing = startDemo({ DATABASE_URL: withDatabase(demo.url, "nowhere"), PORT: "0" });
  expect(await missing.ended()).toBe(1);
  expect(missing.output()).toBe(
    'The database of DATABASE_URL cannot be used: database "nowhere" does not exist\n',
  );
});

test("a port that another process has is named in one line", async () => {
  const other: Server = createServer();
  const port = await new Promise<number>((resolve) => {
    other.listen(0, "0.0.0.0", () => {
      const address = other.address();
      resolve(address !== null && typeof address === "object" ? address.port : 0);
    });
  });
  const server = startDemo({ PORT: String(port) });
  expect(await server.ended()).toBe(1);
  expect(server.output()).toBe(`Port ${port} is taken by another program; set PORT to another one.\n`);
  await new Promise((resolve) => other.close(resolve));
});
