import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { eventually } from "./eventually.ts";

const root = path.resolve(import.meta.dirname, "../..");
const ADDRESS = /https?:\/\/[^\s/]+:\d+/;

/** A Tribute in a process of its own, as `npm start` runs it. */
export interface StartedServer {
  pid: number;
  /** What it has printed so far, errors included. */
  output(): string;
  /** The address that it prints once it serves; throws with its output when it ends before that. */
  address(): Promise<string>;
  /** Sends the signal to it and its process group, as a terminal does; answers its exit code, null after a kill. */
  end(signal: "SIGINT" | "SIGTERM" | "SIGKILL"): Promise<number | null>;
}

/** Starts `scripts/start.mjs` with the given settings and nothing else of the caller's configuration. */
export function startServer(settings: Record<string, string>): StartedServer {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [path.join(root, "scripts/start.mjs")], {
    cwd: root,
    env: { PATH, HOME, TMPDIR, ...settings },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  child.stderr.on("data", (chunk) => {
    printed += chunk;
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    output: () => printed,
    address: async () => {
      await eventually("the address is printed", () => ADDRESS.test(printed) || hasEnded(child), 240_000);
      const [address] = ADDRESS.exec(printed) ?? [];
      if (hasEnded(child) || !address) throw new Error(`Tribute did not start:\n${printed}`);
      return address;
    },
    end: async (signal) => {
      if (!hasEnded(child)) {
        const exit = once(child, "exit");
        process.kill(-pid, signal);
        await exit;
      }
      return child.exitCode;
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
