import { randomUUID } from "node:crypto";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { queueTestAlert } from "../../app/domain/overlay/alerts.server.ts";
import { createOverlay, findOverlay, overlaySecret } from "../../app/domain/overlay/overlays.server.ts";
import { createDatabase } from "../../db/index.ts";
import { eventually } from "../support/eventually.ts";
import { benchCreators } from "./bench-database.ts";
import { BENCH_SECRET, type BenchWorld } from "./bench-world.ts";
import { watchMemory } from "./memory-course.ts";
import type { Server } from "./processes.ts";

const OVERLAYS = 200;

/** Open overlays of as many creators, with an alert a second; an hour by --seconds 3600 --rounds 1. */
export async function measureOverlays(world: BenchWorld, product: Server): Promise<void> {
  const { options, report } = world;
  const count = options.isSmall ? 5 : OVERLAYS;
  const db = createDatabase(world.databaseUrl, { max: 2 });
  const services = { db, clock: () => new Date(), newId: randomUUID };
  const tokens = createTokens(BENCH_SECRET);
  const creators = await benchCreators(db, count);
  let shown = 0;
  const lines: IncomingMessage[] = [];
  for (const id of creators) {
    await createOverlay(services, id);
    const secret = overlaySecret(tokens, (await findOverlay(db, id))?.key_id ?? "");
    lines.push(await openLine(`${product.url}/overlay/${secret}`, () => (shown += 1)));
  }
  const watched = watchMemory(product);
  const alerts = Math.ceil(options.seconds * options.rounds);
  for (let alert = 0; alert < alerts; alert += 1) {
    await queueTestAlert(services, creators[alert % count] ?? "");
    await pause(1_000);
  }
  await eventually("each alert is shown", () => shown >= alerts);
  const { quarters, isFlat, highest } = watched.stop();
  for (const line of lines) line.destroy();
  await db.destroy();
  report.holds(
    "memory with open overlays, last / second quarter",
    quarters[3] / quarters[1],
    { words: "flat: ≤ 1.05", isMet: isFlat },
    `${count} overlays, ${alerts} alerts, ${highest.toFixed(0)} MB at most`,
  );
}

/** As an overlay's page: reports each alert, of which the server then sends no more. */
async function openLine(page: string, onShown: () => void): Promise<IncomingMessage> {
  const source = randomUUID();
  const line = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${page}/events?kind=alerts&source=${source}`, { agent: false }, resolve).on("error", reject);
  });
  if (line.statusCode !== 200) throw new Error(`an overlay's line was answered with ${line.statusCode}`);
  line.setEncoding("utf8");
  line.on("error", () => undefined);
  line.on("data", (text: string) => {
    const alert = /^id: (\S+)$/m.exec(text)?.[1];
    if (alert) void reportShown(page, { alert, source }).then(onShown);
  });
  return line;
}

async function reportShown(page: string, body: { alert: string; source: string }): Promise<void> {
  const headers = { Origin: new URL(page).origin };
  const answer = await fetch(`${page}/shown`, { method: "POST", headers, body: new URLSearchParams(body) });
  if (answer.status !== 204) throw new Error(`an alert's report was answered with ${answer.status}`);
}
