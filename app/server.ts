import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import * as build from "virtual:react-router/server-build";
import { createRequestHandler, type RouterContextProvider } from "react-router";
import { AlreadyRunningError, defaultDataDir, type EmbeddedDatabase, startEmbedded } from "../db/embedded.ts";
import { createDatabase, createPool } from "../db/index.ts";
import { migrateToLatest } from "../db/migrate.ts";
import { type Config, ConfigError, readConfig } from "./config.server.ts";
import type { Services } from "./context.ts";
import { createJobs } from "./domain/jobs/jobs.server.ts";
import { demoOutlet, smtpOutlet } from "./domain/mail/outlets.server.ts";
import { localMediaStore } from "./domain/media/local-store.server.ts";
import { sandboxProvider } from "./domain/payments/providers/sandbox.server.ts";
import { createTokens } from "./domain/tokens/tokens.server.ts";
import { createLimits } from "./http/limits.server.ts";
import { createListener } from "./http/listener.server.ts";
import { createLog } from "./http/log.server.ts";
import { createMetrics } from "./http/metrics.server.ts";
import { createPageCache } from "./http/page-cache.server.ts";
import { followPageNews } from "./http/page-news.server.ts";
import { createReadiness } from "./http/readiness.server.ts";
import { reservedNames } from "./http/reserved-names.server.ts";
import { createStaticFiles } from "./http/static-files.server.ts";
import { startJobs } from "./jobs.server.ts";
import { createSandbox } from "./sandbox/sandbox.server.ts";

/** A process that is up: its address, and the way to stop it. */
export interface RunningProcess {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the whole product by the environment: database (embedded unless DATABASE_URL is set), migrations under a lock,
 * the demo world at the first start, jobs, HTTP. `worker` starts the jobs alone.
 */
export async function start(
  environment: Record<string, string | undefined>,
  role: "web" | "worker",
): Promise<RunningProcess> {
  const config = readConfig(environment);
  const log = createLog(config.LOG_LEVEL);
  const dataDir = config.DATA_DIR ?? defaultDataDir(process.cwd(), environment);
  const embedded: EmbeddedDatabase | null = config.DATABASE_URL
    ? null
    : await startEmbedded({ dataDir: join(dataDir, "postgres") });
  const databaseUrl = config.DATABASE_URL ?? embedded?.url ?? "";
  const closers: (() => Promise<void>)[] = [];
  if (embedded) closers.push(() => embedded.stop());
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    await migrateToLatest(config.DATABASE_MIGRATION_URL ?? databaseUrl, databaseUrl);
    const db = createDatabase(databaseUrl, { max: config.DATABASE_POOL });
    closers.push(() => db.destroy());
    const secrets = readSecrets(config, dataDir);
    const clock = () => new Date();
    const base = {
      db,
      clock,
      newId: randomUUID,
      jobs: createJobs(db),
      media: localMediaStore(join(dataDir, "media")),
      log,
    };
    if (config.mode === "demo") {
      const { loadDemoWorld } = await import("../db/seeds/demo-world.ts");
      await loadDemoWorld(base);
    }
    const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000 });
    const url =
      role === "web"
        ? await listen(server, config)
        : (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`);
    const localUrl = `http://127.0.0.1:${addressPort(server) ?? config.PORT}`;
    const sandbox = createSandbox({
      db,
      apiKey: secrets.sandboxApiKey,
      noticeSecret: secrets.sandboxNoticeSecret,
      settleSeconds: config.SANDBOX_SETTLE_SECONDS,
      clock,
      log,
    });
    const pageCache = role === "web" ? createPageCache() : null;
    const limitsPool = createPool(databaseUrl, { max: 4, applicationName: "tribute-limits" });
    closers.push(() => limitsPool.end());
    const readiness = createReadiness({ db, media: base.media });
    const services: Services = {
      ...base,
      config,
      publicUrl: url,
      reservedNames: reservedNames(build.routes),
      noticeUrl: `${localUrl}/webhooks/sandbox`,
      tokens: createTokens(secrets.appSecret),
      provider: sandboxProvider({
        apiUrl: config.SANDBOX_API_URL ?? `${localUrl}/sandbox/api`,
        apiKey: secrets.sandboxApiKey,
        noticeSecret: secrets.sandboxNoticeSecret,
      }),
      mail: config.SMTP_URL
        ? smtpOutlet({ url: config.SMTP_URL, from: config.MAIL_FROM })
        : demoOutlet(db, clock),
      sandbox,
      limits: createLimits(limitsPool, { postsPerMinute: config.POSTS_PER_MINUTE }),
      metrics: createMetrics(db, pageCache),
      readiness,
    };
    if (pageCache) {
      const handler = createRequestHandler(build, "production");
      const files = createStaticFiles(join(process.cwd(), "build/client"));
      const pageNews = followPageNews(databaseUrl, pageCache, log);
      closers.push(() => pageNews.stop());
      server.on(
        "request",
        createListener(
          services,
          (request, context: RouterContextProvider) => handler(request, context),
          files,
          pageCache,
        ),
      );
      closers.push(() => closeServer(server));
    }
    const jobs = await startJobs(services, databaseUrl);
    closers.push(() => jobs.stop());
    sandbox.start();
    closers.push(async () => sandbox.stop());
    readiness.jobsStarted();
    closers.push(async () => readiness.stopping());
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The command line's door: starts, prints the address, stops all of it on SIGINT and SIGTERM. */
export async function run(argv: readonly string[]): Promise<void> {
  const role = argv[0] === "worker" ? "worker" : "web";
  try {
    const running = await start(process.env, role);
    process.stdout.write(
      role === "web" ? `Tribute is ready: ${running.url}\n` : "Tribute's worker is ready\n",
    );
    let isStopping = false;
    const stop = () => {
      if (isStopping) return;
      isStopping = true;
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`Stopping failed: ${String(error)}\n`);
          process.exit(1);
        },
      );
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof AlreadyRunningError || isPortTaken(error)))
      throw error;
    process.stderr.write(
      `${isPortTaken(error) ? `Port ${process.env.PORT ?? 3000} is taken by another program` : error.message}\n`,
    );
    process.exit(1);
  }
}

function isPortTaken(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

async function listen(server: Server, config: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(config.PORT, config.HOST, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return config.PUBLIC_URL ?? `http://localhost:${addressPort(server)}`;
}

function addressPort(server: Server): number | null {
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : null;
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5000).unref();
  });
}

interface Secrets {
  appSecret: string;
  sandboxApiKey: string;
  sandboxNoticeSecret: string;
}

/** Configured secrets; in demo mode made once and kept beside the data, so that links outlive a restart. */
function readSecrets(config: Config, dataDir: string): Secrets {
  const path = join(dataDir, "secret");
  if (!config.APP_SECRET && !existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, randomBytes(32).toString("hex"), { mode: 0o600 });
  }
  const appSecret = config.APP_SECRET ?? readFileSync(path, "utf8");
  return {
    appSecret,
    sandboxApiKey: config.SANDBOX_API_KEY ?? `demo-key-${appSecret.slice(0, 16)}`,
    sandboxNoticeSecret: config.SANDBOX_NOTICE_SECRET ?? `demo-notice-${appSecret.slice(16, 32)}`,
  };
}
