import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createProbe } from "node:net";
import path from "node:path";
import { createServer as createVite } from "vite";
import { z } from "zod";
import { defaultDataDir, startEmbedded } from "../db/embedded.ts";
import { operatorLine } from "../db/operator-error.ts";
import { projectRoot } from "./project.ts";
import { stopWithNpm } from "./stop-with-npm.mjs";

// Vite serves scripts and styles and proxies the rest to the product, which restarts on changes; the database
// stays. Guest pages keep their strict policy and reload by hand.

const SOURCES = ["app", "db", "locales"].map((folder) => path.join(projectRoot, folder) + path.sep);
const SETTLE_MS = 100;

interface Product {
  stop(): Promise<void>;
}

const startSchema = z.object({
  start: z.custom<
    (environment: Record<string, string | undefined>, role: "web", signal: AbortSignal) => Promise<Product>
  >((value) => typeof value === "function"),
});

async function freePort(): Promise<number> {
  const probe = createProbe();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}

function passOn(incoming: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const onward = request({ host: "127.0.0.1", port, method, path: url, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
    reply.pipe(answer);
  });
  onward.on("error", (error) => {
    if (!answer.headersSent) answer.writeHead(502, { "content-type": "text/plain", refresh: "1" });
    answer.end(`The product is not up: ${error.message}\n`);
  });
  incoming.pipe(onward);
}

function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

process.chdir(projectRoot);
stopWithNpm();
process.env.NODE_ENV = "development";

const port = Number(process.env.PORT || 3000);
const productPort = await freePort();
const embedded = process.env.DATABASE_URL
  ? undefined
  : await startEmbedded({ dataDir: path.join(defaultDataDir(projectRoot, process.env), "postgres") }).catch(
      (error) => fail(operatorLine(error) ?? String(error)),
    );
const environment = {
  APP_MODE: "demo",
  PUBLIC_URL: `http://localhost:${port}`,
  ...process.env,
  ...(embedded && { DATABASE_URL: embedded.url }),
  HOST: "127.0.0.1",
  PORT: String(productPort),
};

const vite = await createVite({
  appType: "custom",
  server: { middlewareMode: true, hmr: { port: await freePort() } },
});
let product: Product | undefined;
let starting = new AbortController();
let turn = Promise.resolve();

async function restart(): Promise<void> {
  await product?.stop();
  product = undefined;
  starting = new AbortController();
  const { signal } = starting;
  try {
    const { start } = startSchema.parse(await vite.ssrLoadModule("/app/server/start.server.ts"));
    product = await start(environment, "web", signal);
    process.stdout.write(`Tribute is being developed on ${environment.PUBLIC_URL}\n`);
  } catch (error) {
    if (signal.aborted) return;
    // Probably a half-written source: the next change retries.
    if (error instanceof Error) vite.ssrFixStacktrace(error);
    const stack = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${operatorLine(error) ?? stack}\n`);
  }
}

function queueRestart(): void {
  starting.abort();
  turn = turn.then(restart);
}

let settling: NodeJS.Timeout | undefined;
vite.watcher.on("all", (_event, file) => {
  if (!SOURCES.some((folder) => file.startsWith(folder))) return;
  clearTimeout(settling);
  settling = setTimeout(queueRestart, SETTLE_MS);
});

const front = createServer((incoming, answer) =>
  vite.middlewares(incoming, answer, () => passOn(incoming, answer, productPort)),
);
front.on("error", (error) => fail(`Port ${port} cannot be used: ${error.message}`));
front.listen(port, queueRestart);

let isStopping = false;
async function stop(): Promise<void> {
  // Ctrl-C comes from the terminal and from npm.
  if (isStopping) return;
  isStopping = true;
  clearTimeout(settling);
  starting.abort();
  front.close();
  front.closeAllConnections();
  await turn;
  await product?.stop();
  await vite.close();
  await embedded?.stop();
  process.exit(0);
}
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, stop);
// A closed terminal must not break the stop.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
embedded?.exited.then(() => isStopping || fail("The embedded PostgreSQL has ended on its own"));
