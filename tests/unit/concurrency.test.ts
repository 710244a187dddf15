import { expect, test } from "vitest";
import { BusyError, createConcurrencyLimit } from "../../app/domain/concurrency.server.ts";
import { createPdfCache } from "../../app/pdf/pdf-cache.server.ts";

test("a limited number of works run at once, the others in the order they came, and a failure stops none of them", async () => {
  const passwordLimit = createConcurrencyLimit({ name: "tests", atOnce: 2, waiting: 100 });
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      passwordLimit(async () => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        done.push(index);
        if (index % 5 === 0) throw new Error("broken");
        return index;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(done).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(4);
});

test("when too many works wait, the next one is told to come again, until there is room", async () => {
  const passwordLimit = createConcurrencyLimit({ name: "tests", atOnce: 1, waiting: 1 });
  const gate = Promise.withResolvers<void>();
  const first = passwordLimit(() => gate.promise);
  const second = passwordLimit(async () => "second");
  await expect(passwordLimit(async () => "third")).rejects.toThrow(BusyError);
  gate.resolve();
  await first;
  expect(await second).toBe("second");
  expect(await passwordLimit(async () => "fourth")).toBe("fourth");
});

test("a PDF is rendered once for all who want it at once and later, and anew for other facts", async () => {
  const pdfs = createPdfCache(1000);
  let rendered = 0;
  const get = (name: string) =>
    pdfs.get([name], async () => {
      rendered += 1;
      return Buffer.from(name);
    });
  const all = await Promise.all(Array.from({ length: 30 }, () => get("one")));
  expect(all.every((bytes) => bytes.toString() === "one")).toBe(true);
  await get("one");
  expect(rendered).toBe(1);
  expect((await get("two")).toString()).toBe("two");
  expect(rendered).toBe(2);
});

test("rendered PDFs take a limited number of bytes of memory, and the least used go first", async () => {
  const pdfs = createPdfCache(100);
  const rendered: string[] = [];
  const get = (name: string) =>
    pdfs.get([name], async () => {
      rendered.push(name);
      return Buffer.alloc(40);
    });
  for (const name of ["a", "b", "a", "c", "a", "b"]) await get(name);
  expect(rendered).toEqual(["a", "b", "c", "b"]);
});

test("a rendering of a PDF that fails is tried again by the next request", async () => {
  const pdfs = createPdfCache(100);
  await expect(pdfs.get(["a"], () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect((await pdfs.get(["a"], async () => Buffer.from("a"))).toString()).toBe("a");
});
