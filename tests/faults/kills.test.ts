import path from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { runToEnd } from "../support/long-run.ts";

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

const kills = (...args: string[]) => runToEnd(script, args, resultSchema);

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
