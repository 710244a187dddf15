import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BusyError } from "../../app/domain/concurrency.server.ts";
import { type BudgetRules, createBodyBudget } from "../../app/http/body-budget.server.ts";

const RULES: BudgetRules = {
  bytes: 100,
  bytesPerAddress: 100,
  perAddress: 2,
  waiting: 4,
  waitingPerAddress: 2,
  patienceMs: 60_000,
};

/** Whether a reservation has been made by now. */
async function isMade(reservation: Promise<unknown>): Promise<boolean> {
  await Promise.resolve();
  return await Promise.race([reservation.then(() => true), Promise.resolve(false).then((no) => no)]);
}

test("the bytes of all request bodies under way never exceed the budget", async () => {
  const budget = createBodyBudget({ ...RULES, perAddress: 9, waiting: 1000, waitingPerAddress: 1000 });
  let underWay = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      const bytes = 1 + ((index * 37) % 60);
      const giveBack = await budget.reserve(`address ${index % 20}`, bytes);
      underWay += bytes;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= bytes;
      giveBack();
    }),
  );
  expect(most).toBeLessThanOrEqual(100);
  expect(most).toBeGreaterThan(60);
  expect(underWay).toBe(0);
});

test("one address has a limited number of bodies at once, and keeps nobody else waiting", async () => {
  const budget = createBodyBudget(RULES);
  const first = await budget.reserve("a", 10);
  await budget.reserve("a", 10);
  const third = budget.reserve("a", 10);
  expect(await isMade(third)).toBe(false);
  await budget.reserve("b", 80);
  first();
  expect(await isMade(third)).toBe(true);
});

test("the first body to wait is let in first, even if a smaller body would fit before", async () => {
  const budget = createBodyBudget(RULES);
  const giveBack = await budget.reserve("a", 80);
  const large = budget.reserve("b", 60);
  const small = budget.reserve("c", 10);
  expect(await isMade(small)).toBe(false);
  giveBack();
  expect([await isMade(large), await isMade(small)]).toEqual([true, true]);
});

test("one address never takes all the room for bodies, however much it announces", async () => {
  const budget = createBodyBudget({ ...RULES, bytesPerAddress: 40 });
  const giveBack = await budget.reserve("a", 1_000_000);
  const second = budget.reserve("a", 1);
  expect(await isMade(second)).toBe(false);
  await budget.reserve("b", 40);
  giveBack();
  expect(await isMade(second)).toBe(true);
});

test("room for a body that is given back twice counts once", async () => {
  const budget = createBodyBudget(RULES);
  const giveBack = await budget.reserve("a", 50);
  giveBack();
  giveBack();
  await budget.reserve("b", 60);
  const more = budget.reserve("c", 60);
  expect(await isMade(more)).toBe(false);
});

test("a body that finds no room in time is told to come again, and those behind go on", async () => {
  const budget = createBodyBudget({ ...RULES, patienceMs: 20 });
  await budget.reserve("a", 60);
  const large = budget.reserve("b", 60);
  const small = budget.reserve("c", 40);
  await expect(large).rejects.toThrow(BusyError);
  await expect(small).resolves.toBeTypeOf("function");
});

test("a client that disconnects while its body waits frees its place", async () => {
  const budget = createBodyBudget(RULES);
  await budget.reserve("a", 100);
  const hungUp = new AbortController();
  const waiting = budget.reserve("b", 10, hungUp.signal);
  hungUp.abort();
  await expect(waiting).rejects.toThrow(BusyError);
});

test("no more bodies wait than allowed, of all together and of one address", async () => {
  const budget = createBodyBudget(RULES);
  await budget.reserve("a", 100);
  for (const address of ["b", "b", "c"]) budget.reserve(address, 1).catch(() => undefined);
  await expect(budget.reserve("b", 1)).rejects.toThrow(BusyError);
  budget.reserve("d", 1).catch(() => undefined);
  await expect(budget.reserve("e", 1)).rejects.toThrow(BusyError);
});

describe("a body that hardly arrives", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A body of which nothing more comes, and whether it was cut off. */
  function stuck() {
    const arrival = {
      wasCut: false,
      receivedBytes: () => 1,
      isWhole: () => false,
      cut: (): void => undefined,
    };
    arrival.cut = () => {
      arrival.wasCut = true;
    };
    return arrival;
  }

  test("a body that hardly arrives is cut off when another client waits for the room, and not before", async () => {
    const budget = createBodyBudget({ ...RULES, bytesPerAddress: 100 });
    const slow = stuck();
    await budget.reserve("slow", 100, undefined, slow);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(slow.wasCut).toBe(false);
    // Nothing gives the room back here, so it waits in vain.
    const refused = expect(budget.reserve("other", 50)).rejects.toThrow(BusyError);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(slow.wasCut).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    await refused;
  });

  test("a body that hardly arrives is left alone while those who wait only wait for an earlier body of their own", async () => {
    const budget = createBodyBudget({ ...RULES, perAddress: 1 });
    const slow = stuck();
    await budget.reserve("phone on a train", 10, undefined, slow);
    await budget.reserve("hasty", 10);
    const second = budget.reserve("hasty", 10);
    second.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(slow.wasCut).toBe(false);
  });
});
