import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** A server under measurement. */
export interface Server {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Processor seconds that a process has used so far, its own and the kernel's for it. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** The same for a process with all its children, such as PostgreSQL with its servers. */
export function cpuSecondsOfTree(pid: number): number {
  let seconds = cpuSeconds(pid);
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const parent = readFileSync(`/proc/${entry}/stat`, "utf8").split(") ")[1]?.split(" ")[1];
      if (Number(parent) === pid) seconds += cpuSeconds(Number(entry));
    } catch {
      // It ended while we looked.
    }
  }
  return seconds;
}

/** Memory of a process in megabytes. */
export function memoryMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Starts a program and waits until it prints an address. */
export async function startServer(
  argv: readonly string[],
  environment: Record<string, string>,
): Promise<Server> {
  const child: ChildProcess = spawn(process.execPath, argv, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      if (printed.length > 100_000) return;
      printed += chunk.toString();
      const found = /(?:ready|listening)\S*\s+(http:\/\/\S+)/.exec(printed);
      if (found?.[1]) resolve(found[1]);
    });
    child.once("exit", (code) => reject(new Error(`${argv.join(" ")} ended with ${code}: ${printed}`)));
  });
  return {
    url: url.replace("localhost", "127.0.0.1"),
    pid: child.pid ?? 0,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}
