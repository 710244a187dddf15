import { join } from "node:path";
import { projectRoot } from "../../scripts/project.ts";
import { eventually } from "../support/eventually.ts";
import { statusOf } from "./http-look.ts";
import type { PatroniCluster } from "./patroni-cluster.ts";
import { freePorts } from "./ports.ts";
import { type Program, startProgram } from "./program.ts";
import type { Stage } from "./stage.ts";

/** HAProxy with the real configuration, in front of the web processes and of PostgreSQL. */
export interface Balancer {
  program: Program;
  /** Where the world reaches the product. */
  url: string;
  writerPort: number;
  /** Leads to the standby. */
  readerPort: number;
}

/** Where a web process will be: the balancer knows it before it starts. */
export interface InstancePorts {
  port: number;
  opsPort: number;
}

export async function startBalancer(
  stage: Stage,
  cluster: PatroniCluster,
  instances: readonly [InstancePorts, InstancePorts],
): Promise<Balancer> {
  const [web = 0, writerPort = 0, readerPort = 0] = await freePorts(3);
  const [one, two] = instances;
  const [a, b] = cluster.nodes;
  const program = startProgram(stage, {
    name: "haproxy",
    argv: ["haproxy", "-db", "-f", join(projectRoot, "scripts/scale/haproxy.cfg")],
    environment: {
      WEB_BIND: `127.0.0.1:${web}`,
      WEB_ONE: `127.0.0.1:${one.port}`,
      WEB_ONE_CHECK: String(one.opsPort),
      WEB_TWO: `127.0.0.1:${two.port}`,
      WEB_TWO_CHECK: String(two.opsPort),
      WRITER_BIND: `127.0.0.1:${writerPort}`,
      READER_BIND: `127.0.0.1:${readerPort}`,
      POSTGRES_A: `127.0.0.1:${a.port}`,
      PATRONI_A_CHECK: String(a.restPort),
      POSTGRES_B: `127.0.0.1:${b.port}`,
      PATRONI_B_CHECK: String(b.restPort),
    },
  });
  const url = `http://127.0.0.1:${web}`;
  // It answers 503 by itself as long as there is no web process.
  await eventually("HAProxy answers", async () => {
    if (program.hasEnded()) throw new Error(`HAProxy has ended: see ${program.logFile}`);
    return (await statusOf(url)) > 0;
  });
  return { program, url, writerPort, readerPort };
}
