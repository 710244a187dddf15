import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, it } from "vitest";

const script = path.resolve(import.meta.dirname, "../world/simulate-world.ts");

/** Runs worlds in a process of their own, whose time and randomness they replace. */
async function simulate(...args: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
    });
  const [code] = await once(child, "close");
  return { code: Number(code), said };
}

it("in worlds of many processes, faults and clocks, books, pages, mails and sessions stay right", async () => {
  const { code, said } = await simulate("--seed", "1", "--seeds", "10", "--steps", "1200");
  expect(code, said).toBe(0);
  expect(said).toMatch(/^10 seeds, 0 with faults$/m);
});
