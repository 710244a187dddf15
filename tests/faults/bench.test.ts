import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { z } from "zod";

const rowSchema = z.object({ row: z.string(), median: z.string(), verdict: z.string() });
const root = path.resolve(import.meta.dirname, "../..");
const server = createServer((_request, response) => response.end("a page"));
let rows: z.infer<typeof rowSchema>[];

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const peer = `Neighbour=http://127.0.0.1:${port}/,${process.pid}`;
  const peers = ["", ",group", ",tip", ",api"].flatMap((row) => ["--peer", peer + row]);
  const output = await run("tests/bench/bench.ts", "--small", "--world", inject("world"), ...peers);
  rows = output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => rowSchema.parse(JSON.parse(line)));
});
afterAll(() => server.close());

/** Runs a program of the project; returns what it printed, throws it when the program fails. */
async function run(program: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      printed += chunk;
    });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${printed.slice(-3000)}`);
  return printed;
}

it("npm run bench measures every row", () => {
  expect(rows.map(({ row }) => row)).toEqual([
    "start to first page",
    "memory after load",
    "memory after all / after half of the load",
    "guest page cached / const10k",
    "guest page rendered / bare React Router",
    "guest page rendered / bare React",
    "p99 cached / p99 of const10k",
    "p99 rendered / its own median",
    "guest page cached / Neighbour",
    "guest page rendered / Neighbour",
    "p99 cached / p99 of Neighbour",
    ...["dashboard", "statistics", "leaderboard", "group page", "group page / Neighbour"],
    "whole tip / 6 × bare React Router and 2 × tip1",
    ...["whole tip, server", "whole tip, PostgreSQL"],
    "whole tip / a page of Neighbour",
    ...["event to settled tip, median", "event to settled tip, p95"],
    "memory with open overlays, last / second quarter",
    "tip settled / tip1",
    "payment begun by form post / tip1",
    "hot creator / spread",
    "faults in the books after that",
    "sign-ins / bare argon2id",
    "processor time of a poll that is answered 304",
    "GET /api/user/{id} / bare",
    "POST /api/user/{id}/tribute / bare",
    "GET /api/user/{id} / Neighbour",
    "first start, with the demo world, to its creator's page",
    "memory after the world was told / of an ordinary process",
    ...["a refused verb", "a refused foreign post", "a page too many", "a post too many"],
    "payout run of 300 creators / bare SQL",
    ...[
      "profile",
      "home: creators to show",
      "home: voices",
      "a tip on its steps",
      "payments of a tip",
      "thank-you page and receipt",
      "rank table: the month's first 50",
      "rank table: 30 days' first 50",
      "rank table: the own rank",
      "rank table: the past weeks",
      "days of a creator in 30 days",
      "dashboard: all tips",
      "dashboard: a later page",
      "dashboard: new tips",
      "dashboard: tips of a fan",
      "dashboard: a fan who is not there",
      "dashboard: the money",
      "statistics: twelve months",
      "statistics: the tab's currencies",
      "fans, who tipped last first",
    ].map((read) => `${read}: blocks at 5k / at 1k tips`),
  ]);
  for (const { row, median } of rows) expect(median, row).toMatch(/^[\d.,]+( %| m?s| MB)?$/);
});

it("the books add up after all the money that the bench moves", () => {
  expect(rows.find(({ row }) => row === "faults in the books after that")?.verdict).toBe("PASS");
});
