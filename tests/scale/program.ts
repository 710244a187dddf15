import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { type Stage, UNPRIVILEGED } from "./stage.ts";

/** A program of the machine, or the product, that a run has started. */
export interface Program {
  name: string;
  pid: number;
  logFile: string;
  hasEnded(): boolean;
  signal(name: NodeJS.Signals): void;
  /** Asks it to end, and ends it when it has not after ten seconds. Twice is fine. */
  stop(): Promise<void>;
  /** As the loss of its machine would: it can do nothing more. */
  kill(): Promise<void>;
}

interface ProgramOptions {
  name: string;
  argv: readonly string[];
  environment?: Record<string, string>;
  /** Where it runs, if not here. */
  folder?: string;
  /** Root starts it as nobody. */
  isUnprivileged?: boolean;
  /** How long a stop waits. */
  patienceMs?: number;
}

const PATIENCE_MS = 10_000;

/** Starts a program that ends with the run, also when the run itself is killed; what it prints goes to a file. */
export function startProgram(stage: Stage, options: ProgramOptions): Program {
  const { PATH, HOME, TMPDIR } = process.env;
  const logFile = join(stage.folder, `${options.name}.log`);
  const log = openSync(logFile, "a");
  const user = [`--reuid=${UNPRIVILEGED}`, `--regid=${UNPRIVILEGED}`, "--clear-groups"];
  const child: ChildProcess = spawn(
    "setpriv",
    ["--pdeathsig=TERM", ...(options.isUnprivileged ? user : []), "--", ...options.argv],
    {
      env: { PATH, HOME, TMPDIR, LANG: "C.UTF-8", ...options.environment },
      cwd: options.folder,
      stdio: ["ignore", log, log],
      // A group of its own: Ctrl-C reaches the run alone, which then ends what it has started in its order.
      detached: true,
    },
  );
  closeSync(log);
  const ended = once(child, "close");
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const program: Program = {
    name: options.name,
    pid: child.pid ?? 0,
    logFile,
    hasEnded,
    signal: (name) => void child.kill(name),
    async stop() {
      if (hasEnded()) return;
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), options.patienceMs ?? PATIENCE_MS);
      await ended;
      clearTimeout(timer);
    },
    async kill() {
      if (hasEnded()) return;
      child.kill("SIGKILL");
      await ended;
    },
  };
  stage.ends(() => program.stop());
  return program;
}
