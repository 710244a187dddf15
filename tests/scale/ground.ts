import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "../../scripts/project.ts";
import { type Balancer, type InstancePorts, startBalancer } from "./haproxy.ts";
import { createInstance } from "./instance.ts";
import { type PatroniCluster, startPatroniCluster } from "./patroni-cluster.ts";
import { type Pooler, startPooler } from "./pgbouncer.ts";
import { freePorts } from "./ports.ts";
import type { Stage } from "./stage.ts";

/** All of compose.scale.yaml but the product, which has its demo world already. */
export interface Ground {
  cluster: PatroniCluster;
  balancer: Balancer;
  pooler: Pooler;
  /** Where HAProxy looks for web processes, and a third place for a worker. */
  places: readonly [InstancePorts, InstancePorts, InstancePorts];
  /** The settings that a process needs, its database aside. */
  environment: Record<string, string>;
  /** Straight to the primary, wherever it is. */
  direct: Record<string, string>;
  /** Statements by the pooler, unnamed; what lives longer than a transaction by the primary itself. */
  pooled: Record<string, string>;
  /** The server that begins as the standby: one address is one server (docs/decisions/057). */
  readerUrl: string;
  /** The database as its owner. */
  ownerUrl: string;
}

const PASSWORDS = { owner: "of-the-owner", app: "of-the-application" };

export const say = (words: string) => process.stderr.write(`${words}\n`);

/** Starts PostgreSQL twice, HAProxy and PgBouncer, and makes the tables and the demo world as their owner. */
export async function openGround(stage: Stage): Promise<Ground> {
  say("PostgreSQL, its standby, HAProxy and PgBouncer start");
  const cluster = await startPatroniCluster(stage);
  const ports = await freePorts(6);
  const placeOf = (index: number) => ({ port: ports[2 * index] ?? 0, opsPort: ports[2 * index + 1] ?? 0 });
  const places = [placeOf(0), placeOf(1), placeOf(2)] as const;
  const balancer = await startBalancer(stage, cluster, [places[0], places[1]]);
  const { writerPort } = balancer;
  await runScript(["sh", join(projectRoot, "scripts/create-roles.sh")], {
    PGHOST: "127.0.0.1",
    PGPORT: String(writerPort),
    PGUSER: "postgres",
    PGPASSWORD: cluster.superuserPassword,
    DATABASE_OWNER_PASSWORD: PASSWORDS.owner,
    DATABASE_APP_PASSWORD: PASSWORDS.app,
  });
  const urlAs = (user: string, password: string, port: number) =>
    `postgresql://${user}:${password}@127.0.0.1:${port}/tribute`;
  const ownerUrl = urlAs("tribute_owner", PASSWORDS.owner, writerPort);
  const directUrl = urlAs("tribute_app", PASSWORDS.app, writerPort);
  const pooler = await startPooler(stage, writerPort, { user: "tribute_app", password: PASSWORDS.app });
  await runScript([process.execPath, join(projectRoot, "scripts/migrate.ts")], {
    DATABASE_URL: directUrl,
    DATABASE_MIGRATION_URL: ownerUrl,
  });
  const environment = { PUBLIC_URL: balancer.url, DATA_DIR: join(stage.folder, "data") };
  say("the demo world is made");
  const maker = createInstance(stage, "maker", places[0], {
    ...environment,
    DATABASE_URL: directUrl,
    DATABASE_MIGRATION_URL: ownerUrl,
  });
  await maker.start();
  await maker.program().stop();
  return {
    cluster,
    balancer,
    pooler,
    places,
    environment,
    ownerUrl,
    readerUrl: urlAs("tribute_app", PASSWORDS.app, balancer.readerPort),
    direct: { DATABASE_URL: directUrl },
    pooled: {
      DATABASE_URL: urlAs("tribute_app", PASSWORDS.app, pooler.port),
      DATABASE_DIRECT_URL: directUrl,
      DATABASE_STATEMENTS: "unnamed",
    },
  };
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
