import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { seeThanks, walkTips } from "../bench/whole-tips.ts";
import { eventually } from "../support/eventually.ts";

/** Without rights of root, as the image runs and owns its files; another account stays itself. */
export const OWNER = 1000;
const AS_OWNER = ["setpriv", `--reuid=${OWNER}`, `--regid=${OWNER}`, "--clear-groups", "--no-new-privs"];
const within = process.getuid?.() === 0 ? AS_OWNER : [];

/** A folder with a version of Tribute, and its settings. */
export interface Installed {
  folder: string;
  settings: Record<string, string>;
}

function commandOf({ folder, settings }: Installed, script: string, ...args: string[]) {
  const [program = "", ...rest] = [...within, `${folder}/node_modules/.bin/node`, script, ...args];
  return { program, args: rest, options: { cwd: folder, env: { PATH: process.env.PATH, ...settings } } };
}

/** Runs a command of that version, such as `scripts/backup.ts`; returns all that it printed, and its exit code. */
export function command(installed: Installed, script: string, ...given: string[]) {
  const { program, args, options } = commandOf(installed, script, ...given);
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

/** The same; throws what it printed if it fails. */
export function succeed(installed: Installed, script: string, ...args: string[]): string {
  const { status, output } = command(installed, script, ...args);
  if (status !== 0) throw new Error(`${script} ended with ${status}:\n${output}`);
  return output;
}

/** Starts that version, does something while it is ready, and stops it. Throws where it fails, and what it printed. */
export async function whileServing<T>(installed: Installed, doing: () => Promise<T>): Promise<T> {
  const { program, args, options } = commandOf(installed, "scripts/start.mjs");
  const child = spawn(program, args, options);
  const ended = once(child, "exit");
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      printed += chunk;
    });
  try {
    await eventually("Tribute is ready", () => printed.includes("is ready") || child.exitCode !== null);
    const done = await doing();
    child.kill("SIGTERM");
    const [code] = await ended;
    if (code !== 0) throw new Error(`a stop ended with ${code}`);
    return done;
  } catch (error) {
    child.kill("SIGKILL");
    throw new Error(printed.slice(-3000), { cause: error });
  }
}

/** A tip of a fan, from the creator's page to the thanks; returns the payment. */
export async function tip(address: string): Promise<string> {
  const [fan] = await walkTips(address, ["joerdis"], { clients: 1, seconds: 0.1 });
  if (!fan) throw new Error("no fan came");
  await eventually("the thanks", () =>
    seeThanks(fan).then(
      () => true,
      () => false,
    ),
  );
  return fan.payment_id;
}
