import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { OperatorError } from "../../db/operator-error.ts";

export interface DemoOrder {
  here: string;
}

export class DemoWorldError extends OperatorError {
  override name = "DemoWorldError";
}

/**
 * A separate process frees its memory, half of the server's. Throws the signal's reason, or DemoWorldError.
 */
export async function makeDemoWorldApart(
  builtServer: string,
  order: DemoOrder,
  environment: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const program = `await (await import(${JSON.stringify(builtServer)})).makeDemoWorld(${JSON.stringify(order)});`;
  // The channel tells the child that the parent has died.
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

export function stopsWithParent(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]) process.on(name, () => stopping.abort());
  return stopping.signal;
}
