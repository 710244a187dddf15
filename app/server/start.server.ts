import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as build from "virtual:react-router/server-build";
import type { Kysely } from "kysely";
import { createRequestHandler } from "react-router";
import { v7 as uuidv7 } from "uuid";
import { defaultDataDir, startEmbedded } from "../../db/embedded.ts";
import { createDatabase, createPool } from "../../db/index.ts";
import { migrateToLatest } from "../../db/migrate.ts";
import { OperatorError } from "../../db/operator-error.ts";
import { openReadReplica, type ReadReplica } from "../../db/read-replica.ts";
import { requireDatabase } from "../../db/require-database.ts";
import type { DB } from "../../db/schema.ts";
import { CALLS } from "../api/calls.ts";
import { createEventData } from "../api/event-data.server.ts";
import { createApi } from "../api/router.server.ts";
import { createUserPoll } from "../api/user-poll.server.ts";
import type { Services } from "../context.ts";
import { createEncryption, createTokens, createVoucherCodes } from "../crypto/crypto.server.ts";
import { renderDictionaries } from "../dictionary/render-dictionaries.server.ts";
import { createAnnouncements } from "../domain/announcements/announcements.server.ts";
import { createWebhookSender } from "../domain/creator-events/send-webhook.server.ts";
import { OVERLAY_NEWS } from "../domain/overlay/overlays.server.ts";
import { createProviders } from "../domain/payments/providers/providers.server.ts";
import { sandboxKeys } from "../domain/payments/providers/sandbox.server.ts";
import { isWrongKey } from "../domain/reencryption/reencryption.server.ts";
import { rememberIssuer } from "../domain/tax/issuers.server.ts";
import { createTrafficCounter } from "../domain/tracking/traffic.server.ts";
import { createAddressCountries } from "../http/address-countries.server.ts";
import { createSessionCookie } from "../http/cookies.server.ts";
import { createLimits } from "../http/limits.server.ts";
import { createOpsListener } from "../http/ops.server.ts";
import { OverlayStreams } from "../http/overlay-streams.server.ts";
import { createJobs } from "../jobs/jobs.server.ts";
import { type JobHandlers, jobHandlers, startJobs } from "../jobs/schedule.server.ts";
import { createMailSamples } from "../mail/delivery.server.ts";
import { demoOutlet, smtpOutlet } from "../mail/mail.server.ts";
import { pictureDrawing } from "../media/drawing.server.ts";
import { createSandbox, type Sandbox } from "../sandbox-provider/sandbox.server.ts";
import { SUCCESS_CARD } from "../sandbox-provider/test-instruments.ts";
import {
  type Config,
  ConfigError,
  moneyNotice,
  readConfig,
  requireDirect,
  s3Settings,
} from "./config.server.ts";
import { openMediaStore, readSecrets } from "./data-folder.server.ts";
import { followNews } from "./database-news.server.ts";
import { type DemoOrder, DemoWorldError, makeDemoWorldApart, stopsWithParent } from "./demo-maker.server.ts";
import { createDictionaries, type Dictionaries, NO_DICTIONARIES } from "./dictionaries.server.ts";
import { createGuestPages } from "./guest-pages.server.ts";
import { type HttpServer, localUrl, openHttpServer } from "./http-server.server.ts";
import { createListener } from "./listener.server.ts";
import { createLog, type Logger } from "./log.server.ts";
import { createMetrics } from "./metrics.server.ts";
import { openNetworks } from "./networks.server.ts";
import { createPageCache, dropByNews, type PageCache } from "./page-cache.server.ts";
import { createPathShape, reservedNames, withPatternMatcher } from "./path-shape.server.ts";
import { createReadiness } from "./readiness.server.ts";
import {
  createProgress,
  type Demo,
  databaseHasEnded,
  type RunningProcess,
  runFromTerminal,
} from "./run-from-terminal.server.ts";
import { openSettings } from "./settings-holder.server.ts";
import { createStaticFiles, readBuildFiles, shareBuildAssets } from "./static-files.server.ts";

/** PostgreSQL's exit is seen shortly after its connections break. */
const END_PATIENCE_MS = 1000;

/**
 * Database (embedded unless DATABASE_URL is set), migrations under a lock, demo world, jobs, HTTP. `worker`:
 * jobs only. The signal undoes a start and throws its reason.
 */
export async function start(
  environment: Record<string, string | undefined>,
  role: "web" | "worker",
  signal: AbortSignal = new AbortController().signal,
): Promise<RunningProcess> {
  const begun = await begin(environment, role, signal);
  const { config, closers, lost, stop } = begun;
  try {
    const { services, demo, pageCache, http, ops } = await open(begun);
    followChanges(begun, services, pageCache);
    ops?.serve(createOpsListener(services));
    if (http) services.sandbox?.start();
    closers.push(async () => services.sandbox?.stop());
    const jobs = await startJobs(services, begun.directUrl);
    closers.push(() => jobs.stop());
    services.readiness.jobsStarted();
    const drainMs = http ? config.DRAIN_SECONDS * 1000 : 0;
    closers.push(async () => {
      services.readiness.stopping();
      http?.drain();
      services.overlayStreams.stop();
      await pause(drainMs);
    });
    return { url: services.publicUrl, demo, notice: moneyNotice(config), lost, drainMs, stop };
  } catch (error) {
    const mayBeLost = error instanceof DemoWorldError || !(error instanceof OperatorError);
    const isLost = !signal.aborted && begun.isEmbedded && mayBeLost && (await settlesSoon(lost));
    await stop();
    throw isLost ? databaseHasEnded() : error;
  }
}

/** Nothing begins by itself: no jobs, news or provider events. For a simulation. */
export async function openInstance(environment: Record<string, string | undefined>): Promise<Instance> {
  const begun = await begin(environment, "web", new AbortController().signal);
  const { services, pageCache } = await open(begun);
  const hearPageNews = (userId: string) => pageCache && dropByNews(pageCache, userId);
  return { services, handlers: jobHandlers(services), hearPageNews, stop: begun.stop };
}

export interface Instance {
  services: Services;
  handlers: JobHandlers;
  hearPageNews(userId: string): void;
  stop(): Promise<void>;
}

async function begin(
  environment: Record<string, string | undefined>,
  role: "web" | "worker",
  signal: AbortSignal,
): Promise<Start> {
  const config = readConfig(environment);
  const log = createLog(config.LOG_LEVEL);
  const dataDir = defaultDataDir(process.cwd(), environment);
  const embedded = config.DATABASE_URL ? null : await startEmbedded({ dataDir: join(dataDir, "postgres") });
  const databaseUrl = config.DATABASE_URL ?? embedded?.url ?? "";
  const closers: (() => Promise<void>)[] = [];
  if (embedded) closers.push(() => embedded.stop());
  return {
    ...{ environment, role, signal, config, log, dataDir, databaseUrl, closers },
    directUrl: config.DATABASE_DIRECT_URL ?? databaseUrl,
    clientBuild: join(process.cwd(), "build/client"),
    isEmbedded: embedded !== null,
    lost: embedded?.exited ?? new Promise<void>(() => undefined),
    stop: async () => {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}

async function open(begun: Start) {
  const { http, ops, ...connections } = await openConnections(begun);
  const { services, demo, pageCache, dictionaries } = await openServices(begun, { ...connections, http });
  if (http && pageCache) await serveWeb(begun, services, { http, pageCache, dictionaries });
  return { services, demo, pageCache, http, ops };
}

interface Start {
  environment: Record<string, string | undefined>;
  role: "web" | "worker";
  signal: AbortSignal;
  config: Config;
  log: Logger;
  dataDir: string;
  clientBuild: string;
  databaseUrl: string;
  directUrl: string;
  isEmbedded: boolean;
  /** Settles at any end of the embedded PostgreSQL. */
  lost: Promise<void>;
  closers: (() => Promise<void>)[];
  stop(): Promise<void>;
}

async function openConnections({ role, signal, config, log, databaseUrl, directUrl, closers }: Start) {
  const statements = config.DATABASE_STATEMENTS;
  await unlessAborted(signal, requireDatabases(config));
  const db = createDatabase(databaseUrl, { max: config.DATABASE_POOL, statements });
  closers.push(() => db.destroy());
  const replica = role === "web" ? openReaders(config, { db, databaseUrl, log }) : null;
  if (replica) closers.push(() => replica.stop());
  // Closed last: the final requests still take from budgets.
  const max = Math.max(4, Math.trunc(config.DATABASE_POOL / 10));
  const limitsPool = createPool(databaseUrl, { max, applicationName: "tribute-limits", statements });
  closers.push(() => limitsPool.end());
  const http = role === "web" ? await openHttpServer(config.PORT, config.HOST) : null;
  if (http) closers.push(() => http.close());
  const ops = config.OPS_PORT
    ? await openHttpServer(config.OPS_PORT, config.OPS_HOST, { port: "OPS_PORT", host: "OPS_HOST" })
    : null;
  if (ops) closers.push(() => ops.close());
  await unlessAborted(signal, migrateToLatest(config.DATABASE_MIGRATION_URL ?? directUrl, directUrl));
  return { db, replica, limitsPool, http, ops };
}

async function openServices(
  begun: Start,
  connections: Omit<Awaited<ReturnType<typeof openConnections>>, "ops">,
) {
  const { config, log, dataDir, closers } = begun;
  const { db, replica, limitsPool, http } = connections;
  const { secrets, encryption, tokens, base } = await openBase(config, dataDir, { db, log });
  const { appSecret } = secrets;
  const { clock } = base;
  const { settings } = base;
  await rememberIssuer(db, settings.current().brand.issuer, clock());
  if (config.mode === "live" && (await isWrongKey({ ...base, encryption })))
    throw new ConfigError("Configuration: DATA_KEY is not the key of this database: it opens nothing there");
  const port = http?.port ?? config.PORT;
  // A worker has no server; it uses the public address.
  const here = http ? localUrl(config.HOST, port) : (config.PUBLIC_URL ?? localUrl(config.HOST, port));
  const noticeUrl = (provider: string) => `${here}/webhooks/${provider}`;
  const demo =
    config.mode === "demo" ? await openDemo(begun, here, { ...base, encryption, tokens, noticeUrl }) : null;
  const { reservedNames, dictionaries, pageCache } = openPages(begun, replica);
  const traffic = createTrafficCounter(db, clock, (error) =>
    log.warn({ error: String(error) }, "traffic cannot be counted"),
  );
  closers.push(() => traffic.stop());
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${port}`;
  const { networks, standIns, bot } = openNetworks(config, { clock, publicUrl, here, appSecret });
  const webhooks = {
    send: createWebhookSender({ takes_http: config.mode !== "live" }),
    dataOf: createEventData({ ...base, publicUrl }),
    random: Math.random,
  };
  const providers = createProviders(
    config.providers.map((provider) => provider.open({ here, appSecret })),
    config.PAYMENT_ROUTES,
    { splitsGroups: config.DIRECT_GROUPS === "transfers" },
  );
  requireDirect(config, providers);
  const services: Services = {
    ...{ ...base, webhooks },
    ...{ replica, publicUrl, reservedNames, noticeUrl, tokens, encryption, networks, standIns, traffic },
    // Not in `base`: a copy would keep its first value.
    get issuer() {
      return settings.current().brand.issuer;
    },
    config: { ...config, ...bot },
    providers,
    mail: config.SMTP_URL
      ? smtpOutlet({ url: config.SMTP_URL, from: config.MAIL_FROM })
      : demoOutlet(db, clock),
    mailSamples: createMailSamples(publicUrl, settings),
    demoOperatorEmails: (demo?.logins ?? [])
      .filter(({ role }) => role === "operator")
      .map(({ email }) => email),
    sandbox: openSandbox(begun, appSecret, base),
    limits: createLimits(limitsPool, {
      postsPerMinute: config.POSTS_PER_MINUTE,
      crowdFactor: config.CROWD_FACTOR,
      secret: appSecret,
    }),
    addressCountries: createAddressCountries(config.COUNTRY_DATABASE, (error) =>
      log.error({ error: String(error) }, "countries of addresses cannot be read"),
    ),
    sessionCookie: createSessionCookie(appSecret, publicUrl.startsWith("https:")),
    metrics: createMetrics({
      ...{ db, cache: pageCache, replica },
      filesIn: s3Settings(config) ? null : dataDir,
    }),
    readiness: createReadiness({ db, media: base.media, log }),
    overlayStreams: new OverlayStreams({ db, clock, settings, log }),
    pathShape: createPathShape(build.routes, CALLS),
    announcements: createAnnouncements(db, (error) =>
      log.warn({ error: String(error) }, "announcements cannot be read"),
    ),
  };
  return { services, demo, dictionaries, pageCache };
}

async function openDemo(
  { config, environment, signal, dataDir, databaseUrl, directUrl }: Start,
  here: string,
  world: Pick<Services, "noticeUrl"> & Omit<Base, "secrets" | "base"> & Base["base"],
): Promise<Demo> {
  const { hasDemoWorld, loadDemoWorld } = await import("../../db/seeds/demo-world.ts");
  const { DEMO_PAGES } = await import("../../db/seeds/demo-pages.ts");
  // Operators' audit entries are written as the tables' owner. Development has no build for it.
  const makerUrl = config.DATABASE_MIGRATION_URL ?? databaseUrl;
  if (!import.meta.env.DEV && !(await hasDemoWorld(world.db)))
    await makeDemoWorldApart(
      import.meta.url,
      { here },
      { ...environment, APP_MODE: "demo", DATABASE_URL: makerUrl, DATA_DIR: dataDir },
      signal,
    );
  const logins = await loadDemoWorld({ ...world, directUrl, report: reportDemo() }, signal);
  return { logins, pages: DEMO_PAGES, card: SUCCESS_CARD };
}

function openSandbox(
  { config, log }: Start,
  appSecret: string,
  { db, clock }: Pick<Services, "db" | "clock">,
): Sandbox | null {
  if (!config.providers.some(({ name }) => name === "sandbox")) return null;
  const settleSeconds = config.SANDBOX_SETTLE_SECONDS;
  return createSandbox({ db, ...sandboxKeys(config, appSecret), settleSeconds, clock, log });
}

function openPages({ role, clientBuild }: Start, replica: Services["replica"]) {
  const reserved = reservedNames(build.routes);
  const isGuestPage = createGuestPages(build.routes, reserved);
  const dictionaries =
    role === "worker" || import.meta.env.DEV
      ? NO_DICTIONARIES
      : createDictionaries(join(clientBuild, "assets"));
  const pageCache =
    role === "web" ? createPageCache(isGuestPage, dictionaries, Date.now, replica?.freshAsOf) : null;
  return { reservedNames: reserved, dictionaries, pageCache };
}

async function serveWeb(
  { clientBuild, closers }: Start,
  services: Services,
  { http, pageCache, dictionaries }: { http: HttpServer; pageCache: PageCache; dictionaries: Dictionaries },
): Promise<void> {
  const quickBuild = await withPatternMatcher(build);
  const { handleError } = quickBuild.entry.module;
  const files = import.meta.env.DEV ? new Map() : readBuildFiles(clientBuild);
  const buildAssets = await shareBuildAssets(services, files);
  closers.push(async () => buildAssets.stop());
  // Closed before `pageNews`: the last pages still receive changes.
  closers.push(() => http.close());
  http.serve(
    createListener({
      services,
      handler: createRequestHandler(quickBuild, "production"),
      callHandler: createApi((error, asked) => handleError?.(error, { ...asked, params: {} })),
      staticFiles: createStaticFiles(files),
      pageCache,
      dictionaries,
      shapeOf: services.pathShape,
      userPoll: createUserPoll(services),
      otherBuilds: buildAssets.find,
    }),
  );
}

/** In all processes at once. */
function followChanges(
  { directUrl, log, closers }: Start,
  { settings, overlayStreams }: Services,
  cache: PageCache | null,
): void {
  settings.onChange(() => cache?.dropAll());
  const channels = {
    settings: () => void settings.renew(),
    ...(cache ? { page_news: (userId: string) => dropByNews(cache, userId) } : {}),
    [OVERLAY_NEWS]: (userId: string) => overlayStreams.refresh(userId),
  };
  const missed = () => {
    cache?.dropAll();
    overlayStreams.refresh(null);
    void settings.renew();
  };
  const news = followNews(directUrl, { channels, missed }, log);
  closers.push(() => news.stop());
}

type Base = Awaited<ReturnType<typeof openBase>>;

async function openBase(config: Config, dataDir: string, { db, log }: Pick<Services, "db" | "log">) {
  const settings = await openSettings(db, config.settings, log);
  const secrets = readSecrets(config, dataDir);
  const encryption = createEncryption(secrets.dataKey, secrets.previousDataKeys);
  const base = {
    db,
    clock: () => new Date(),
    newId: uuidv7,
    voucherCodes: createVoucherCodes(encryption, secrets.dataKey, secrets.previousDataKeys),
    jobs: createJobs(db),
    settings,
    issuer: settings.current().brand.issuer,
    second_operator_from_minor: config.secondOperatorFromMinor,
    media: { ...(await openMediaStore(config, dataDir)), ...pictureDrawing },
    log,
  };
  return { secrets, encryption, tokens: createTokens(secrets.appSecret), base };
}

/** For the demo maker's process, on a migrated database. */
export async function makeDemoWorld({ here }: DemoOrder): Promise<void> {
  const signal = stopsWithParent();
  const config = readConfig(process.env);
  const { DATABASE_URL = "", DATABASE_DIRECT_URL: directUrl = DATABASE_URL } = config;
  const db = createDatabase(DATABASE_URL, {
    ...{ max: config.DATABASE_POOL, statements: config.DATABASE_STATEMENTS },
  });
  const dataDir = defaultDataDir(process.cwd(), process.env);
  const { base, ...keys } = await openBase(config, dataDir, { db, log: createLog(config.LOG_LEVEL) });
  const { loadDemoWorld } = await import("../../db/seeds/demo-world.ts");
  const noticeUrl = (provider: string) => `${here}/webhooks/${provider}`;
  try {
    await loadDemoWorld({ ...base, ...keys, noticeUrl, directUrl, report: reportDemo() }, signal);
  } catch (error) {
    if (error !== signal.reason) throw error;
  }
  await db.destroy();
  process.exit(signal.aborted ? 1 : 0);
}

function reportDemo(): (made: number, of: number) => void {
  const progress = createProgress(process.stdout, Date.now);
  return (made, of) => {
    if (made < of) progress.show(`Making the demo world, once: ${made} of ${of} creators`);
    else progress.end();
  };
}

export const dictionaries = () => renderDictionaries(build);

export const run = (argv: readonly string[]): Promise<void> => runFromTerminal(start, argv);

async function requireDatabases(config: Config): Promise<void> {
  for (const name of ["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_MIGRATION_URL"] as const)
    if (config[name]) await requireDatabase(name, config[name]);
}

async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const aborted = once(signal, "abort").then(() => Promise.reject(signal.reason));
  aborted.catch(() => undefined);
  work.catch(() => undefined);
  return await Promise.race([work, aborted]);
}

async function settlesSoon(event: Promise<void>): Promise<boolean> {
  return await Promise.race([event.then(() => true), pause(END_PATIENCE_MS, false)]);
}

export function openReaders(
  config: Config,
  { db, databaseUrl, log }: { db: Kysely<DB>; databaseUrl: string; log: Logger },
): ReadReplica | null {
  const { DATABASE_READ_URL: readUrl, DATABASE_POOL: max, DATABASE_STATEMENTS: statements } = config;
  if (!readUrl) return null;
  return openReadReplica({
    ...{ primary: db, primaryUrl: databaseUrl, readUrl, max, statements },
    onChange: (state, error) =>
      state === "fresh"
        ? log.info("the replica is read")
        : log.warn(
            { state, ...(error === null ? {} : { error: String(error) }) },
            "the replica is left out: the primary is read",
          ),
  });
}
