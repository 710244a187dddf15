import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fromKysely, PgBoss } from "pg-boss";
import { v7 as uuidv7 } from "uuid";
import type { Instance } from "../../app/server/start.server.ts";
import type { QueueName } from "../../db/queues.ts";
import { settingsOfOperations } from "../support/http/env-of-operations.ts";
import { type Process, placeNow_ms } from "./flow.ts";
import type { PictureStore } from "./picture-store.ts";
import { closeServers } from "./virtual-builtins.ts";

const LOG = process.env.WORLD_LOG ?? "fatal";
export const SECRET = "a secret of the world that is long enough";
/** Of a limit that no world reaches. */
const GENEROUS = 1_000_000;
export const PUBLIC_ORIGIN = "https://world.test";

/** Mails that an SMTP server has taken, by the ids of their outbox rows; a broken server takes none. */
export interface MailServer {
  readonly taken: Map<string, number>;
  isDown: boolean;
}

/** What all instances share. */
export interface WorldServices {
  databaseUrl: string;
  mails: MailServer;
  store: PictureStore;
}

/** The product's process in this world: served, with a queue's worker that works when it is called. */
export interface Served {
  readonly process: Process;
  readonly url: string;
  readonly product: Instance;
  readonly boss: PgBoss;
  /** Gets no more requests. */
  isDraining: boolean;
  stop(): Promise<void>;
}

/** Kept over restarts, and below the ports that a system gives to clients. */
function addressOf(index: number): { host: string; port: number } {
  return { host: "127.0.0.1", port: 21_740 + index };
}

/** Opens the built product on the world's database, in the place of its start. */
export async function openServed(
  index: number,
  process: Process,
  given: WorldServices,
  build: string,
): Promise<Served> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "tribute-world-"));
  const { openInstance }: typeof import("../../app/server/start.server.ts") = await import(
    path.join(build, "index.js")
  );
  const { host, port } = addressOf(index);
  const product = await openInstance({
    ...settingsOfOperations(),
    ...{
      APP_MODE: "live",
      DATABASE_URL: given.databaseUrl,
      // A pool that is used up would call back in the place of the caller that gives a connection back.
      DATABASE_POOL: "200",
      PUBLIC_URL: PUBLIC_ORIGIN,
    },
    ...{ APP_SECRET: SECRET, DATA_KEY: SECRET, SANDBOX_API_KEY: SECRET, SANDBOX_NOTICE_SECRET: SECRET },
    ...{ HOST: host, PORT: String(port), DATA_DIR: dataDir },
    ...{ PAYOUT_ACCOUNT_OWNER: "World", PAYOUT_IBAN: "DE02120300000000202051", PAYOUT_BIC: "BYLADEM1001" },
    ...{
      REFERENCE_RATES_URL: "",
      SANDBOX_SETTLE_SECONDS: "600",
      LOG_LEVEL: LOG,
    },
    ...{ POSTS_PER_MINUTE: String(GENEROUS), CROWD_FACTOR: String(GENEROUS) },
  });
  const { services } = product;
  // The library counts for the whole process within a millisecond; here each request counts for itself.
  services.newId = () =>
    uuidv7({ msecs: placeNow_ms(), random: randomBytes(16), seq: randomBytes(4).readUInt32BE() >>> 1 });
  services.mail = {
    send: async ({ id }) => {
      if (given.mails.isDown) throw new Error("connect ECONNREFUSED: no mail server");
      given.mails.taken.set(id, (given.mails.taken.get(id) ?? 0) + 1);
    },
  };
  const { store } = given;
  services.media = {
    ...services.media,
    put: (key, bytes) => store.put(key, bytes),
    get: (key) => store.get(key),
    delete: (key) => store.delete(key),
  };
  const boss = new PgBoss({ db: fromKysely(services.db), supervise: false, schedule: false, migrate: false });
  return {
    ...{ process, product, boss, url: `http://${host}:${port}`, isDraining: false },
    stop: async () => {
      process.isDead = true;
      closeServers(process);
      await product.stop().catch(() => undefined);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Without what differs from one world to the next. */
export function shortError(error: unknown): string {
  return String(error)
    .replace(/[\d-]{3,}/g, "#")
    .slice(0, 120);
}

/** Takes a due job of the queue and works on it; false when another worker has it. */
export async function workOnce({ boss, product }: Served, queue: QueueName): Promise<string> {
  const [job] = await boss.fetch<never>(queue);
  if (!job) return "none";
  try {
    await product.handlers[queue](job.data);
  } catch (error) {
    await boss.fail(queue, job.id, { message: String(error) });
    return `failed: ${shortError(error)}`;
  }
  await boss.complete(queue, job.id);
  return "done";
}
