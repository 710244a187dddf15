import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { eventually } from "../eventually.ts";

/** Ctrl-C, a supervisor, and a terminal that is closed. */
type StopSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

const READY = /is ready(?:: (\S+))?\n/;

/** A Tribute in a process of its own. */
export interface StartedServer {
  pid: number;
  /** What it has printed so far, errors included. */
  output(): string;
  /** Waits until it is ready; returns its address, the empty string for a worker. Throws its output if it ends before. */
  ready(): Promise<string>;
  /** Its exit code, once it has ended. */
  ended(): Promise<number | null>;
  /** Sends the signal to it and its process group, as a terminal does; returns its exit code, null after a kill. */
  end(signal: StopSignal | "SIGKILL"): Promise<number | null>;
  /** Sends the signal to this one process, as a supervisor does; returns its exit code. */
  signal(signal: StopSignal | "SIGKILL"): Promise<number | null>;
}

/**
 * Starts a Tribute of the checkout, with the given settings and nothing else of the caller's configuration: by
 * `scripts/start.mjs` itself, or as the README says, by `npm`; `within` is a command that runs another one.
 */
export function startServer(
  checkout: string,
  settings: Record<string, string>,
  options: { by?: "node" | "npm"; role?: "worker" | "dev"; within?: readonly string[] } = {},
): StartedServer {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const command =
    options.by === "npm"
      ? ["npm", options.role ? "run" : "start", ...(options.role ? [options.role] : [])]
      : [process.execPath, path.join(checkout, "scripts/start.mjs"), ...(options.role ? [options.role] : [])];
  const [program = "", ...args] = [...(options.within ?? []), ...command];
  const child = spawn(program, args, {
    cwd: checkout,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...settings },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      printed += chunk;
    });
  }
  const pid = child.pid ?? 0;
  const closed = once(child, "close");
  const ended = async () => {
    if (!hasEnded(child)) await once(child, "exit");
    // What it printed last may still be on its way. One that was killed leaves processes that keep its pipes open.
    if (child.exitCode !== null) await closed;
    return child.exitCode;
  };
  const send = async (target: number, signal: StopSignal | "SIGKILL") => {
    if (!hasEnded(child)) process.kill(target, signal);
    return await ended();
  };
  return {
    pid,
    output: () => printed,
    ended,
    ready: async () => {
      await eventually("Tribute is ready", () => READY.test(printed) || hasEnded(child));
      const ready = READY.exec(printed);
      if (!ready) throw new Error(`Tribute did not start:\n${printed}`);
      return ready[1] ?? "";
    },
    end: (signal) => send(-pid, signal),
    signal: (signal) => send(pid, signal),
  };
}

/** A port that nobody has at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
