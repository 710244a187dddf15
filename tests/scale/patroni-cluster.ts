import { existsSync } from "node:fs";
import { z } from "zod";
import { eventually } from "../support/eventually.ts";
import { startEtcd } from "./etcd.ts";
import { createPatroniNode, type PatroniNode } from "./patroni-node.ts";
import { freePorts } from "./ports.ts";
import type { Stage } from "./stage.ts";

/** Two PostgreSQL of which one is the primary and the other holds whatever it acknowledges. */
export interface PatroniCluster {
  nodes: readonly [PatroniNode, PatroniNode];
  superuserPassword: string;
  primary(): Promise<PatroniNode>;
  /** Waits until the other one is the primary. */
  waitForTakeover(from: PatroniNode): Promise<void>;
  /** Waits until there is a primary, and a standby that holds what is acknowledged from now on. */
  waitUntilWhole(): Promise<void>;
}

const BINARIES = "/usr/lib/postgresql/15/bin";

/** What Patroni says of its members: `GET /cluster`. */
const clusterSchema = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
});

export async function startPatroniCluster(stage: Stage): Promise<PatroniCluster> {
  if (!existsSync(`${BINARIES}/postgres`)) throw new Error(`there is no PostgreSQL 15 in ${BINARIES}`);
  const [client = 0, peer = 0, portA = 0, restA = 0, portB = 0, restB = 0] = await freePorts(6);
  const passwords = { superuser: "of-the-run", replication: "of-the-standby" };
  const settings = { etcd: await startEtcd(stage, client, peer), binaries: BINARIES, passwords };
  const a = createPatroniNode(stage, "a", [portA, restA], settings);
  const b = createPatroniNode(stage, "b", [portB, restB], settings);
  const nodes = [a, b] as const;

  const members = async () => {
    for (const { restPort } of nodes) {
      try {
        const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
          signal: AbortSignal.timeout(1000),
        });
        return clusterSchema.parse(await response.json()).members;
      } catch {
        // The other one may know.
      }
    }
    return [];
  };
  /** By its own word; two say so only in the moment in which the key changes hands. */
  const isPrimary = async ({ restPort }: PatroniNode) => {
    try {
      const response = await fetch(`http://127.0.0.1:${restPort}/primary`, {
        signal: AbortSignal.timeout(1000),
      });
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      return false;
    }
  };
  const cluster: PatroniCluster = {
    nodes,
    superuserPassword: passwords.superuser,
    async primary() {
      let found: PatroniNode | undefined;
      await eventually("there is a primary", async () => {
        if (nodes.every((node) => node.hasGivenUp())) throw new Error("Patroni has ended: see a.log");
        for (const node of nodes) if (await isPrimary(node)) found = node;
        return found !== undefined;
      });
      return found ?? a;
    },
    async waitForTakeover(from) {
      const other = from === a ? b : a;
      await eventually(`${other.name} has taken over`, () => isPrimary(other));
    },
    async waitUntilWhole() {
      await eventually("there are a primary and a synchronous standby", async () => {
        const roles = (await members()).filter(({ state }) => /running|streaming/.test(state));
        const has = (role: string) => roles.some((member) => member.role === role);
        return has("leader") && has("sync_standby");
      });
    },
  };
  a.start();
  await eventually("the first server is the primary", async () => {
    if (a.hasGivenUp()) throw new Error("Patroni has ended: see a.log");
    return await isPrimary(a);
  });
  b.start();
  await cluster.waitUntilWhole();
  return cluster;
}
