import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { EmbeddedDatabaseError } from "./errors.ts";

/** Fast stop, immediate stop, kill. */
export type StopSignal = "SIGINT" | "SIGQUIT" | "SIGKILL";

export interface PostmasterFile {
  pid: number;
  socketDir: string | undefined;
  ready: boolean;
}

/** Undefined when missing or incomplete. */
export function readPostmasterFile(clusterDir: string): PostmasterFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(clusterDir, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, socketDir: lines[4]?.trim() || undefined, ready: lines[7]?.trim() === "ready" };
}

/** Stops an orphaned PostgreSQL. Not adopted: the new process is a child, so there is one way to start. */
export async function clearLeftovers(clusterDir: string, pgCtl: string): Promise<void> {
  const left = readPostmasterFile(clusterDir);
  if (!left) return;
  const runs = () => isPostmasterOf(left.pid, clusterDir);
  const steps: [StopSignal, number][] = [
    ["SIGINT", 20_000],
    ["SIGQUIT", 10_000],
    ["SIGKILL", 10_000],
  ];
  for (const [signal, patience] of steps) {
    if (!runs()) break;
    signalPostmaster(left.pid, signal, pgCtl);
    const deadline = Date.now() + patience;
    while (runs() && Date.now() < deadline) await pause(20);
  }
  if (runs()) {
    throw new EmbeddedDatabaseError(
      `A PostgreSQL left behind on ${clusterDir} (pid ${left.pid}) does not end.`,
    );
  }
  // Server processes outlive a killed main process. Killing them is safe: the next start recovers from the
  // WAL.
  for (const pid of serverProcessesIn(clusterDir)) signalPostmaster(pid, "SIGKILL", pgCtl);
  // The pid may be reused. Shared memory still protects a live cluster.
  rmSync(path.join(clusterDir, "postmaster.pid"), { force: true });
  if (left.socketDir && path.basename(left.socketDir).startsWith("tribute-")) {
    rmSync(left.socketDir, { recursive: true, force: true });
  }
}

/** A missing process is fine. Windows uses `pg_ctl`. */
export function signalPostmaster(pid: number, signal: StopSignal, pgCtl: string): void {
  if (process.platform === "win32") {
    spawnSync(pgCtl, ["kill", signal.slice(3), String(pid)], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** By command line, as pids are reused. A zombie counts as gone. */
function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (process.platform === "win32") {
    const listed = spawnSync("tasklist", ["/FI", `PID eq ${pid}`, "/NH"], { encoding: "utf8" });
    return listed.stdout.toLowerCase().includes("postgres.exe");
  }
  return commandLine(pid).includes(`-D ${clusterDir}`);
}

/** Linux only; elsewhere the start waits. */
function serverProcessesIn(folder: string): number[] {
  if (!existsSync("/proc/self/cwd")) return [];
  const pids = readdirSync("/proc").map(Number).filter(Number.isSafeInteger);
  return pids.filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder && commandLine(pid).startsWith("postgres:");
    } catch {
      // Gone, or another user's.
      return false;
    }
  });
}

function commandLine(pid: number): string {
  if (existsSync("/proc/self/cmdline")) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return "";
    }
  }
  return spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
}
