import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";

const script = path.resolve(import.meta.dirname, "kills.ts");

const resultSchema = z.object({
  settlements: z.number(),
  kills: z.number(),
  hits_process: z.number(),
  hits_database: z.number(),
  lost: z.number(),
  unfinished: z.number(),
  faults: z.array(z.string()),
});

/** Runs the script that kills, and reads its last line. */
async function kills(
  ...args: string[]
): Promise<{ code: number | null; said: string; result: z.infer<typeof resultSchema> }> {
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
  return { code: Number(code), said, result: resultSchema.parse(JSON.parse(last)) };
}

it("killing the process and PostgreSQL again and again loses no settlement and doubles none", async () => {
  const { code, said, result } = await kills(
    "--settlements",
    "200",
    "--process-kills",
    "4",
    "--database-kills",
    "4",
    "--hits",
    "1",
  );
  expect(result, said).toMatchObject({ settlements: 200, kills: 8, lost: 0, unfinished: 0, faults: [] });
  expect(result.hits_process + result.hits_database).toBeGreaterThanOrEqual(1);
  expect(code).toBe(0);
});
