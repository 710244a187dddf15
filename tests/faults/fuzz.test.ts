import path from "node:path";
import { expect, inject, it } from "vitest";
import { z } from "zod";
import { runToEnd } from "../support/long-run.ts";

const MB = 1024 * 1024;

const resultSchema = z.object({
  requests: z.number(),
  faults: z.number(),
  served: z.number(),
  unserved: z.number(),
  refused_forms: z.number(),
  memory_bytes: z.array(z.number()),
});

// The long run is `node tests/faults/fuzz.ts --requests 100000`; docs/faults.md has what it said.
it("3,000 malformed forms and calls are answered without a 5xx, and so are guests meanwhile", async () => {
  const script = path.resolve(import.meta.dirname, "fuzz.ts");
  const args = ["--requests", "3000", "--creators", "1", "--world", inject("world")];
  const { code, said, result } = await runToEnd(script, args, resultSchema);
  expect(result, said).toMatchObject({ requests: 3000, faults: 0, unserved: 0 });
  expect(result.served).toBeGreaterThan(50);
  // Many get past the gate: what is refused by everything at once tests nothing.
  expect(result.refused_forms).toBeGreaterThan(100);
  expect(Math.max(...result.memory_bytes) - (result.memory_bytes[0] ?? 0)).toBeLessThan(400 * MB);
  expect(code).toBe(0);
});
