import { spawn } from "node:child_process";
import { once } from "node:events";
import { installedProgram, projectRoot } from "../../scripts/project.ts";
import type { PlaceOfInstances } from "../support/http/place-of-instances.ts";
import { startBalancer } from "./haproxy.ts";
import type { Outcome } from "./outcome.ts";
import { startPatroniCluster } from "./patroni-cluster.ts";
import { startPooler } from "./pgbouncer.ts";
import { freePorts } from "./ports.ts";
import { openStage } from "./stage.ts";

/** The suite's tests of two instances, each behind a HAProxy of its own, both on PgBouncer before the primary. */
export async function runSuite(): Promise<Outcome> {
  const stage = openStage();
  try {
    const cluster = await startPatroniCluster(stage);
    const [one = 0, two = 0] = await freePorts(2);
    // Alone behind its proxy, so that a test can ask the one or the other.
    const alone = (port: number) => ({ port, opsPort: port });
    const before = await startBalancer(stage, cluster, [alone(one), alone(one)]);
    const behind = await startBalancer(stage, cluster, [alone(two), alone(two)]);
    const password = cluster.superuserPassword;
    const pooler = await startPooler(stage, before.writerPort, { user: "postgres", password });
    const place: PlaceOfInstances = {
      adminUrl: `postgresql://postgres:${password}@127.0.0.1:${before.writerPort}/postgres`,
      poolerPort: String(pooler.port),
      first: { port: String(one), url: before.url },
      second: { port: String(two), url: behind.url },
    };
    const child = spawn(
      process.execPath,
      [
        installedProgram("vitest/vitest.mjs"),
        "run",
        "--project",
        "routes",
        "--reporter=verbose",
        "tests/routes/two-instances.test.ts",
      ],
      {
        cwd: projectRoot,
        env: { ...process.env, NO_COLOR: "1", PLACE_OF_INSTANCES: JSON.stringify(place) },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    stage.ends(async () => void child.kill());
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const [code] = await once(child, "close");
    const lines = printed.split("\n").filter((line) => line.trim() !== "");
    return { lines, faults: code === 0 ? [] : [`the tests ended with ${code}`], logs: [] };
  } finally {
    await stage.close();
  }
}
