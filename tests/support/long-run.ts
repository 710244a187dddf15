import { spawn } from "node:child_process";
import { once } from "node:events";
import type { z } from "zod";

/** Runs a script to its end; its last line is its result as JSON. */
export async function runToEnd<Schema extends z.ZodType>(
  script: string,
  args: readonly string[],
  schema: Schema,
): Promise<{ code: number; said: string; result: z.infer<Schema> }> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += chunk;
    });
  }
  const [code] = await once(child, "close");
  const last = said.trim().split("\n").at(-1) ?? "";
  if (!last.startsWith("{")) throw new Error(`the run came to no end:\n${said}`);
  return { code: Number(code), said, result: schema.parse(JSON.parse(last)) };
}
