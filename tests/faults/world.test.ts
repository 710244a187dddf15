import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
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

it("a seed is the same world again, statement by statement", async () => {
  const args = ["--seed", "1021", "--steps", "700"];
  const hashOf = ({ said }: { said: string }) => /"hash":"([0-9a-f]+)"/.exec(said)?.[1];
  const first = hashOf(await simulate(...args));
  expect(first).toBeDefined();
  expect(hashOf(await simulate(...args))).toBe(first);
});

const stories = path.resolve(import.meta.dirname, "../world/stories");

it.each(readdirSync(stories))("a world that once had a fault has none: %s", async (file) => {
  const { code, said } = await simulate("--story", path.join(stories, file));
  expect(code, said).toBe(0);
});
