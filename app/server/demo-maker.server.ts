import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { OperatorError } from "../../db/operator-error.ts";

/** What the process that makes the demo world is told on its command line. */
export interface DemoOrder {
  /** Where the product that is starting will be reached by itself. */
  here: string;
}

/** The demo world was not made to its end; the next start goes on with it. */
export class DemoWorldError extends OperatorError {
  override name = "DemoWorldError";
}

/**
 * Makes the demo world in a process of its own, whose memory goes with it: pictures and six months of tips would leave the
 * server half as large again for as long as it runs. Ends it when the signal says so, and then throws its reason; throws
 * DemoWorldError when it fails. What it says stands among our own lines.
 */
export async function makeDemoWorldApart(
  builtServer: string,
  order: DemoOrder,
  environment: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const program = `await (await import(${JSON.stringify(builtServer)})).makeDemoWorld(${JSON.stringify(order)});`;
  // The channel tells the child when we are gone without a word.
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: environment,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const stop = () => void child.kill("SIGTERM");
  signal.addEventListener("abort", stop);
  try {
    const end = await endOf(child);
    signal.throwIfAborted();
    if (end !== null)
      throw new DemoWorldError(
        `The demo world was not made: its process ${end}. The next start goes on with it`,
      );
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** How it ended; null when all is well. */
async function endOf(child: ChildProcess): Promise<string | null> {
  try {
    const [code, killedBy]: [number | null, string | null] = await once(child, "exit").then(
      ([first, second]) => [first, second],
    );
    if (code === 0) return null;
    return code === null ? `was ended by ${killedBy}` : `ended with code ${code}`;
  } catch (error) {
    return `could not be started (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** In that process: aborted by a stop, and when whoever began it is gone. */
export function stopsWithParent(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(name, () => stopping.abort());
  return stopping.signal;
}
