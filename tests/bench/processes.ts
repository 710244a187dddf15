import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import manifest from "../../package.json" with { type: "json" };

const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/** A server under measurement. */
export interface Server {
  url: string;
  pid: number;
  /** Ends it; twice is fine. */
  stop(): Promise<void>;
}

/** Processor seconds that a process and its children have used so far, their own and the kernel's for them. */
export function cpuSeconds(pid: number): number {
  const ticks = treeOf(pid).flatMap(({ fields }) => fields.slice(11, 15).map(Number));
  return sum(ticks) / TICKS_PER_SECOND;
}

/** Memory of a server's processes in megabytes; a PostgreSQL of its own is not counted. */
export function memoryMegabytes(pid: number): number {
  const pages = serverOf(pid).map(({ fields }) => Number(fields[21]));
  return (sum(pages) * PAGE_BYTES) / 1_048_576;
}

/** How many processes a server consists of, without a PostgreSQL of its own. */
export function countProcesses(pid: number): number {
  return serverOf(pid).length;
}

function serverOf(pid: number) {
  return treeOf(pid).filter(({ name }) => name !== "postgres");
}

/**
 * The process with its children and theirs, such as PostgreSQL with a process for each connection; of each the fields
 * of /proc/pid/stat that follow the name in brackets: state, parent and so on.
 */
function treeOf(root: number): { pid: number; name: string; fields: string[] }[] {
  const all = readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
        const fields = stat.split(") ").at(-1)?.split(" ") ?? [];
        return [{ pid: Number(entry), name: /\((.*)\)/.exec(stat)?.[1] ?? "", fields }];
      } catch {
        // It ended while we looked.
        return [];
      }
    });
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ fields }) => Number(fields[1]) === pid));
  return tree;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** What Node runs at `npm start`, its flags included. */
export const PRODUCT = manifest.scripts.start.split(" ").slice(1);

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
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
