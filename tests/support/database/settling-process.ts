import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { eventually } from "../eventually.ts";

const script = path.resolve(import.meta.dirname, "../../faults/kills-worker.ts");

/** A process that settles what waits in a database, and tells of each settlement that was acknowledged. */
export interface SettlingProcess {
  /** Waits until so many settlements in all are acknowledged, and some milliseconds more; or until it has ended. */
  reach(acknowledged: number, millisecondsMore: number): Promise<void>;
  kill(): Promise<void>;
  /** Waits for it to come to its end by itself; throws with its last words when that is a bad one. */
  ends(): Promise<void>;
}

/** Starts one; payments that it settles are added to `acknowledged` as they come. */
export function startSettling(
  databaseUrl: string,
  workers: string,
  acknowledged: Set<string>,
): SettlingProcess {
  const child = spawn(process.execPath, [script, databaseUrl, workers], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  let isReady = false;
  let lastWords = "";
  child.stderr.on("data", (chunk) => {
    lastWords += chunk;
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [word, payment = ""] = line.split(" ");
    if (word === "ready") isReady = true;
    if (word === "done") acknowledged.add(payment);
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    async reach(count, millisecondsMore) {
      await eventually("it settles", () => hasEnded() || (isReady && acknowledged.size >= count));
      if (child.exitCode !== null && child.exitCode !== 0)
        throw new Error(`the settling process failed: ${lastWords}`);
      await pause(millisecondsMore);
    },
    async kill() {
      if (!hasEnded()) child.kill("SIGKILL");
      await exited;
    },
    async ends() {
      await exited;
      if (child.exitCode !== 0) throw new Error(`the settling process failed: ${lastWords}`);
    },
  };
}
