import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../../db/embedded.ts";
import { copyPostgres, filesOf } from "../support/fixtures/demo-world.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import type { BenchOptions } from "./bench-options.ts";
import { PRODUCT, type Server, startServer } from "./processes.ts";
import { createReport, type Report } from "./report.ts";

/** Signs the links of the product under measurement, so that the bench can mint tokens of its own; a made world has it. */
export const BENCH_SECRET = TEST_SECRETS.APP_SECRET;

/** What all rows share: a throw-away database, a folder, and servers that end with the bench. */
export interface BenchWorld {
  options: BenchOptions;
  report: Report;
  folder: string;
  databaseUrl: string;
  postgresPid: number;
  /** A baseline of this folder, by its name. */
  startBaseline(name: string, settings?: Record<string, string>): Promise<Server>;
  /** The product as people start it, in demo mode on the world's database. */
  startProduct(settings?: Record<string, string>): Promise<Server>;
  close(): Promise<void>;
}

export async function createBenchWorld(options: BenchOptions): Promise<BenchWorld> {
  const folder = mkdtempSync(join(tmpdir(), "tribute-bench-"));
  const [dataDir, files] = [join(folder, "postgres"), join(folder, "data")];
  if (options.worldFolder) {
    // PostgreSQL, which root starts under another account, passes through.
    chmodSync(folder, 0o711);
    await copyPostgres(options.worldFolder, dataDir);
    cpSync(filesOf(options.worldFolder), files, { recursive: true });
  }
  const postgres = await startEmbedded({ dataDir });
  const servers: Server[] = [];
  const start = async (argv: string[], settings: Record<string, string> = {}) => {
    const server = await startServer(argv, {
      NODE_ENV: "production",
      DATABASE_URL: postgres.url,
      ...settings,
    });
    servers.push(server);
    return server;
  };
  return {
    options,
    report: createReport(),
    folder,
    databaseUrl: postgres.url,
    postgresPid: postgres.pid,
    startBaseline: (name, settings) => start([`tests/bench/baseline-${name}.ts`], settings),
    startProduct: (settings) =>
      start(PRODUCT, {
        APP_MODE: "demo",
        PORT: "0",
        HOST: "127.0.0.1",
        DATA_DIR: files,
        APP_SECRET: BENCH_SECRET,
        POSTS_PER_MINUTE: "1000000000",
        CROWD_FACTOR: "1000000",
        LOG_LEVEL: "info",
        ...settings,
      }),
    close: async () => {
      for (const server of servers.reverse()) await server.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
