import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { EmbeddedDatabaseError } from "./errors.ts";

/** How PostgreSQL is asked to end: roll back and stop, stop without a checkpoint, or die. */
export type StopSignal = "SIGINT" | "SIGQUIT" | "SIGKILL";

/** What PostgreSQL's main process writes about itself into its data folder. */
export interface PostmasterFile {
  pid: number;
  socketDir: string | undefined;
  ready: boolean;
}

/** Reads `postmaster.pid` of a cluster; undefined when there is none (or only the beginning of one). */
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

/**
 * Ends what a killed process has left behind on a cluster: a PostgreSQL that still runs, its socket folder and its pid
 * file. An orphan is stopped, not adopted: then there is one way to start, with this version's programs and settings,
 * and the new process is our child, whose end we notice. A clean stop takes about a tenth of a second.
 */
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
  // Server processes outlive a killed main process until they next wait for something, which a long query never does.
  // Nothing is lost by killing them: the next start recovers from the log either way.
  for (const pid of serverProcessesIn(clusterDir)) signalPostmaster(pid, "SIGKILL", pgCtl);
  // The pid file's number may belong to some other process of this user by now, and PostgreSQL would not start then.
  // Without the file it still refuses to start beside living processes of this cluster: it looks at the shared memory.
  rmSync(path.join(clusterDir, "postmaster.pid"), { force: true });
  if (left.socketDir && path.basename(left.socketDir).startsWith("tribute-")) {
    rmSync(left.socketDir, { recursive: true, force: true });
  }
}

/** Sends a stop signal; a process that is gone already is fine. On Windows, which has no signals, through `pg_ctl`. */
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

/**
 * Whether the process is the PostgreSQL of this cluster, judged by its command line: a number from an old pid file may
 * have been given to a stranger since. A zombie has no command line and counts as gone.
 */
function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (process.platform === "win32") {
    const listed = spawnSync("tasklist", ["/FI", `PID eq ${pid}`, "/NH"], { encoding: "utf8" });
    return listed.stdout.toLowerCase().includes("postgres.exe");
  }
  return commandLine(pid).includes(`-D ${clusterDir}`);
}

/** PostgreSQL's processes that work in this folder. Linux tells; elsewhere one has to wait for their end. */
function serverProcessesIn(folder: string): number[] {
  if (!existsSync("/proc/self/cwd")) return [];
  const pids = readdirSync("/proc").map(Number).filter(Number.isSafeInteger);
  return pids.filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder && commandLine(pid).startsWith("postgres:");
    } catch {
      // Gone since, or another user's: not ours.
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
