import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "../../scripts/project.ts";
import { type Balancer, startBalancer } from "./haproxy.ts";
import { createInstance, type Instance } from "./instance.ts";
import { type PatroniCluster, startPatroniCluster } from "./patroni-cluster.ts";
import { type Pooler, startPooler } from "./pgbouncer.ts";
import { freePorts } from "./ports.ts";
import type { Stage } from "./stage.ts";

/** The whole of compose.scale.yaml on one machine, without containers. */
export interface World {
  cluster: PatroniCluster;
  balancer: Balancer;
  pooler: Pooler;
  instances: readonly [Instance, Instance];
  worker: Instance;
  /** The database as its owner, wherever the primary is. */
  ownerUrl: string;
  /** As the administrator of PostgreSQL. */
  adminUrl: string;
}

const PASSWORDS = { owner: "of-the-owner", app: "of-the-application" };

export interface WorldOptions {
  /** Statements go through PgBouncer; else straight to the primary that HAProxy knows. */
  isPooled: boolean;
  settings?: Record<string, string>;
}

export async function openWorld(stage: Stage, { isPooled, settings = {} }: WorldOptions): Promise<World> {
  const say = (words: string) => process.stderr.write(`${words}\n`);
  say("PostgreSQL, its standby, HAProxy and PgBouncer start");
  const cluster = await startPatroniCluster(stage);
  const ports = await freePorts(6);
  const placeOf = (index: number) => ({ port: ports[2 * index] ?? 0, opsPort: ports[2 * index + 1] ?? 0 });
  const balancer = await startBalancer(stage, cluster, [placeOf(0), placeOf(1)]);
  const urlAs = (user: string, password: string, port: number, database = "tribute") =>
    `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  const { writerPort } = balancer;
  const { superuserPassword } = cluster;
  await runScript(["sh", join(projectRoot, "scripts/create-roles.sh")], {
    PGHOST: "127.0.0.1",
    PGPORT: String(writerPort),
    PGUSER: "postgres",
    PGPASSWORD: superuserPassword,
    DATABASE_OWNER_PASSWORD: PASSWORDS.owner,
    DATABASE_APP_PASSWORD: PASSWORDS.app,
  });
  const ownerUrl = urlAs("tribute_owner", PASSWORDS.owner, writerPort);
  const directUrl = urlAs("tribute_app", PASSWORDS.app, writerPort);
  const pooler = await startPooler(stage, writerPort, { user: "tribute_app", password: PASSWORDS.app });
  await runScript([process.execPath, join(projectRoot, "scripts/migrate.ts")], {
    DATABASE_URL: directUrl,
    DATABASE_MIGRATION_URL: ownerUrl,
  });
  const environment = {
    ...(isPooled ? pooledSettings(urlAs("tribute_app", PASSWORDS.app, pooler.port), directUrl) : {}),
    ...(isPooled ? {} : { DATABASE_URL: directUrl }),
    PUBLIC_URL: balancer.url,
    DATA_DIR: join(stage.folder, "data"),
    ...settings,
  };
  const one = createInstance(stage, "one", placeOf(0), environment);
  const two = createInstance(stage, "two", placeOf(1), environment);
  const worker = createInstance(stage, "worker", placeOf(2), environment, "worker");
  say("the demo world is made");
  // Its operators' log is written in their names, which the application's role may not do.
  const maker = createInstance(stage, "maker", placeOf(0), {
    ...environment,
    DATABASE_URL: ownerUrl,
    ...(isPooled ? { DATABASE_DIRECT_URL: ownerUrl } : {}),
  });
  await maker.start();
  await maker.program().stop();
  say("the product starts");
  await Promise.all([one, two, worker].map((each) => each.start()));
  const adminUrl = urlAs("postgres", superuserPassword, writerPort);
  return { cluster, balancer, pooler, instances: [one, two], worker, ownerUrl, adminUrl };
}

/** Statements by the pooler, unnamed; what lives longer than a transaction by the primary itself. */
function pooledSettings(DATABASE_URL: string, DATABASE_DIRECT_URL: string): Record<string, string> {
  return { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_STATEMENTS: "unnamed" };
}

async function runScript(argv: readonly string[], environment: Record<string, string>): Promise<void> {
  const [program = "", ...rest] = argv;
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(program, rest, {
    cwd: projectRoot,
    env: { PATH, HOME, TMPDIR, ...environment },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${argv.join(" ")} ended with ${code}`);
}
