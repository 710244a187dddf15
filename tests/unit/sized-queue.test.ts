import { expect, test } from "vitest";
import { BusyError, createSizedQueue } from "../../app/domain/concurrency.server.ts";

// What costs much waits for what costs little (docs/limits.md).

/** Runs work of each size at once; returns the sizes in the order in which they ran, and those that gave way. */
async function run(sizes: readonly number[], waiting: number) {
  const queue = createSizedQueue({ name: "test", atOnce: 1, waiting });
  const ran: number[] = [];
  const refused: number[] = [];
  await Promise.all(
    sizes.map((size) =>
      queue(size, async () => void ran.push(size)).catch((error: unknown) => {
        if (!(error instanceof BusyError)) throw error;
        refused.push(size);
      }),
    ),
  );
  return { ran, refused };
}

test("of what waits the smallest is next, and equals come in their order", async () => {
  expect(await run([80, 80, 40, 1, 12], 24)).toEqual({ ran: [80, 1, 12, 40, 80], refused: [] });
});

test("where too much waits the largest gives way, whoever came first", async () => {
  expect(await run([80, 80, 79, 1, 2], 2)).toEqual({ ran: [80, 1, 2], refused: [80, 79] });
});

test("work that fails makes room for the next", async () => {
  const queue = createSizedQueue({ name: "test", atOnce: 1, waiting: 2 });
  await expect(queue(1, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await queue(1, async () => "done")).toBe("done");
});
