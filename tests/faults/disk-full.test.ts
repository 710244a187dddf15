import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { createDatabase } from "../../db/index.ts";
import type { DB } from "../../db/schema.ts";
import { holdLoad } from "../bench/hold-load.ts";
import { type SmallDisk, startOnSmallDisk } from "../support/database/small-disk.ts";
import { eventually } from "../support/eventually.ts";
import { filesOf } from "../support/fixtures/demo-world.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { expectWholePayments } from "../support/money/whole-payments.ts";

let folder: string;
let disk: SmallDisk;
let product: Product;
let db: Kysely<DB>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribute-full-"));
  disk = await startOnSmallDisk(folder, inject("world"));
  product = await startProduct(
    disk.url,
    { LOG_LEVEL: "fatal", TRUSTED_PROXIES: "127.0.0.1" },
    { dataFrom: filesOf(inject("world")) },
  );
  db = createDatabase(disk.url, { max: 2 });
});

afterAll(async () => {
  await db.destroy();
  await product.stop();
  await disk.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Begins a tip; returns 303, or what stood in the way. */
async function beginTip(): Promise<number> {
  const response = await fetch(`${product.url}/joerdis`, {
    method: "POST",
    body: new URLSearchParams({ choice: "5.00" }),
    redirect: "manual",
  });
  await response.arrayBuffer();
  return response.status;
}

async function tipsInAll(): Promise<number> {
  const { count } = await db
    .selectFrom("tips")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

it("while the database's disk is full posts are told to come again, nothing is half done, and it goes on with room", async () => {
  const before = await tipsInAll();
  await disk.fill();
  const answers: number[] = [];
  // What lies in pages that are there already still finds room.
  await eventually("posts are refused", async () => {
    answers.push(await beginTip());
    return answers.slice(-3).every((status) => status === 503) && answers.length >= 3;
  });
  expect(new Set(answers.filter((status) => status !== 503 && status !== 303))).toEqual(new Set());
  expect(await tipsInAll()).toBe(before + answers.filter((status) => status === 303).length);
  const page = await fetch(`${product.url}/joerdis?fresh=1`);
  await page.arrayBuffer();
  expect(page.status).toBe(200);

  await disk.free();
  await eventually("tips are taken again", async () => (await beginTip()) === 303);
});

it("when the disk fills up while fans pay every answer is whole, and so is every payment afterwards", async () => {
  let isOver = false;
  let refused = 0;
  const onUnavailable = () => {
    refused += 1;
  };
  const visits = holdLoad(product.url, { rate: 50, isOver: () => isOver, onUnavailable });
  const before = await paidTips();
  await eventually("fans pay", async () => (await paidTips()) > before);
  await disk.fill();
  await eventually("fans are refused", () => refused > 5);
  await disk.free();
  const between = await paidTips();
  await eventually("fans pay again", async () => (await paidTips()) > between + 3);
  isOver = true;
  expect([...(await visits).failures]).toEqual([]);
  await expectWholePayments(db);
});

async function paidTips(): Promise<number> {
  return (await db.selectFrom("payments").select("id").where("status", "=", "SUCCESS").execute()).length;
}
