import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { projectRoot } from "../../scripts/project.ts";
import { type Program, startProgram } from "./program.ts";
import type { Stage } from "./stage.ts";

/** A machine with PostgreSQL and its Patroni. */
export interface PatroniNode {
  name: string;
  port: number;
  restPort: number;
  /** PostgreSQL's main process, while there is one. */
  postgresPid(): number | null;
  start(): void;
  /** Patroni has ended by itself; its log says why. */
  hasGivenUp(): boolean;
  /** All of it ends in one moment. */
  lose(): Promise<void>;
  /** All of it stands still, with its connections open; `resume` lets it go on. */
  freeze(): void;
  resume(): void;
}

export interface ClusterSettings {
  etcd: string;
  binaries: string;
  passwords: { superuser: string; replication: string };
}

const CONFIG = join(projectRoot, "scripts/scale/patroni.yml");

/** Where PostgreSQL's first process and its children are. */
const postmasterSchema = z.string().regex(/^\d+$/).transform(Number);

export function createPatroniNode(
  stage: Stage,
  name: string,
  [port, restPort]: readonly [number, number],
  { etcd, binaries, passwords }: ClusterSettings,
): PatroniNode {
  const home = stage.folderFor(name);
  const dataDir = join(home, "postgres");
  let patroni: Program | null = null;

  const postgresPid = (): number | null => {
    try {
      const [first] = readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n");
      const pid = postmasterSchema.parse(first);
      // The file outlives a kill.
      return readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("postgres") ? pid : null;
    } catch {
      return null;
    }
  };
  const everyPid = (): number[] => {
    const pid = postgresPid();
    return pid === null ? [] : [pid, ...childrenOf(pid)];
  };
  const signalAll = (signal: NodeJS.Signals) => {
    if (patroni && !patroni.hasEnded())
      for (const pid of [patroni.pid, ...childrenOf(patroni.pid)]) send(pid, signal);
    for (const pid of everyPid()) send(pid, signal);
  };
  stage.ends(async () => {
    signalAll("SIGCONT");
    await patroni?.stop();
    for (const pid of everyPid()) send(pid, "SIGKILL");
  });

  return {
    name,
    port,
    restPort,
    postgresPid,
    start() {
      patroni = startProgram(stage, {
        name,
        isUnprivileged: true,
        patienceMs: 20_000,
        argv: ["/usr/bin/patroni", CONFIG],
        environment: {
          HOME: home,
          PATRONI_NAME: name,
          PATRONI_ETCD_HOSTS: etcd,
          PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
          PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
          PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
          PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
          PATRONI_POSTGRESQL_DATA_DIR: dataDir,
          PATRONI_POSTGRESQL_BIN_DIR: binaries,
          PATRONI_POSTGRESQL_PGPASS: join(home, "pgpass"),
          PATRONI_SUPERUSER_USERNAME: "postgres",
          PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
          PATRONI_REPLICATION_USERNAME: "replicator",
          PATRONI_REPLICATION_PASSWORD: passwords.replication,
        },
      });
    },
    hasGivenUp: () => patroni?.hasEnded() ?? false,
    async lose() {
      signalAll("SIGKILL");
      await patroni?.kill();
      // What was forked in the moment before.
      for (const pid of everyPid()) send(pid, "SIGKILL");
    },
    freeze: () => signalAll("SIGSTOP"),
    resume: () => signalAll("SIGCONT"),
  };
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .filter((entry) => {
      try {
        const fields = readFileSync(`/proc/${entry}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
        return Number(fields[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone already.
  }
}
