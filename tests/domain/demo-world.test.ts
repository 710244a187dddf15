import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEncryption, createTokens } from "../../app/crypto/crypto.server.ts";
import { readQueues } from "../../app/domain/desk/desk.server.ts";
import { readImage } from "../../app/domain/media/media.server.ts";
import { listOverdueRequests, listRequestsTo } from "../../app/domain/refunds/refund-requests.server.ts";
import { listFeatured } from "../../app/domain/users/creator-lists.server.ts";
import { findProfile } from "../../app/domain/users/profile.server.ts";
import { createJobs } from "../../app/jobs/jobs.server.ts";
import { pictureDrawing } from "../../app/media/drawing.server.ts";
import { localMediaStore } from "../../app/media/local-store.server.ts";
import { createLog } from "../../app/server/log.server.ts";
import { loadDemoWorld } from "../../db/seeds/demo-world.ts";
import { demoCreators } from "../../db/seeds/world/creators.ts";
import { demoMessages } from "../../db/seeds/world/messages.ts";
import { picturesOf, readRenditions } from "../../db/seeds/world/pictures.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks, faultsIn } from "../support/database/ledger-checks.ts";
import { TEST_VOUCHER_CODES } from "../support/money/voucher-codes.ts";

const TODAY = new Date("2026-11-21T10:00:00Z");
const DAY_MS = 86_400_000;
const never = new AbortController().signal;

let database: TestDatabase;
let folder: string;
/** What the checks of the books find where the telling was cut short. */
let faultsWhenCut: Awaited<ReturnType<typeof faultsIn>>;

function servicesFor({ db, url: directUrl }: TestDatabase, newId: () => string = randomUUID) {
  return {
    db,
    directUrl,
    clock: () => TODAY,
    newId,
    jobs: createJobs(db),
    media: { ...localMediaStore(folder, randomUUID), ...pictureDrawing },
    log: createLog("silent"),
    noticeUrl: (provider: string) => `http://127.0.0.1:1/webhooks/${provider}`,
    encryption: createEncryption("a-secret-of-the-tests"),
    tokens: createTokens("a-secret-of-the-tests"),
    issuer: ["Tribute"],
    voucherCodes: TEST_VOUCHER_CODES,
    second_operator_from_minor: 1_000_00,
    report: () => undefined,
  };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tribute-demo-"));
  database = await createTestDatabase();
  // A first start that is cut short, and two at once that tell it on.
  await expect(tellUntilCut()).rejects.toThrow("Ctrl-C");
  faultsWhenCut = await faultsIn(database.db, TODAY);
  await Promise.all([
    loadDemoWorld(servicesFor(database), never),
    loadDemoWorld(servicesFor(database), never),
  ]);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function tellUntilCut(): Promise<void> {
  let left = 400;
  const stopping = new AbortController();
  const newId = () => {
    left -= 1;
    if (left === 0) stopping.abort(new Error("Ctrl-C"));
    return randomUUID();
  };
  await loadDemoWorld(servicesFor(database, newId), stopping.signal);
}

/** Rows of every table of ours, by table. */
async function rowCounts({ db }: TestDatabase): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const schema = "public";
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.id(schema, name)}`.execute(db);
    counts[name] = rows[0]?.n ?? 0;
  }
  return counts;
}

async function countBy(column: "status" | "currency"): Promise<Record<string, number>> {
  const rows = await database.db
    .selectFrom("users")
    .where("role", "=", "CREATOR")
    .select((eb) => [column, eb.fn.countAll<number>().as("n")])
    .groupBy(column)
    .execute();
  return Object.fromEntries(rows.map((row) => [row[column as "status"], row.n]));
}

describe("the demo world", () => {
  it("the demo world has thirty creators, in every status and every profile currency", async () => {
    expect(await countBy("status")).toEqual({
      ACTIVE: 22,
      CHARGEBACK: 2,
      PENDING: 2,
      CREATED: 2,
      DECLINED: 1,
      LOCKED: 1,
    });
    expect(await countBy("currency")).toEqual({ EUR: 18, USD: 7, GBP: 5 });
  });

  it("the demo world has the two hundred messages on its tips, each at least once, and one under review", async () => {
    const tips = await database.db
      .selectFrom("tips")
      .select("message")
      .where("message", "is not", null)
      .execute();
    const told = new Set(tips.map((tip) => tip.message));
    expect(demoMessages.filter((message) => !told.has(message.text))).toEqual([]);
    // One more waits for review.
    expect(told.size).toBe(201);
  });

  it("the demo world has six months of tips up to today, in every month and by every way to pay", async () => {
    const tips = await database.db.selectFrom("tips").select(["paid_at", "payment_type", "status"]).execute();
    expect(tips.length).toBeGreaterThan(900);
    const months = new Set(tips.map((tip) => tip.paid_at?.toISOString().slice(0, 7)));
    for (const month of ["2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11"])
      expect(months).toContain(month);
    expect(new Set(tips.map((tip) => tip.payment_type))).toEqual(
      new Set(["INETCASH_CC", "INETCASH_DB", "INETCASH_OB", "INETCASH_DD"]),
    );
    const days = tips.map((tip) => (TODAY.getTime() - (tip.paid_at?.getTime() ?? 0)) / DAY_MS);
    expect(Math.min(...days)).toBeGreaterThan(0);
    expect(Math.min(...days)).toBeLessThan(3);
    expect(Math.max(...days)).toBeLessThan(184);
    expect(new Set(tips.map((tip) => tip.status))).toEqual(new Set(["ACTIVE", "CHARGEBACK", "PENDING"]));
  });

  it("the demo world has clean books, with money in every state: waiting, available, on its way and owed", async () => {
    await expectCleanBooks(database.db, TODAY);
    const { rows } = await sql<{ code: string }>`
      select distinct code from ledger_account where keeps_balance and debits <> credits`.execute(
      database.db,
    );
    expect(new Set(rows.map((row) => row.code))).toEqual(
      new Set(["creator_pending", "creator_available", "creator_receivable", "payout_in_transit"]),
    );
  });

  it("the demo world shows each creator who can receive as they were written down, with their pictures", async () => {
    const services = {
      db: database.db,
      media: { ...localMediaStore(folder, randomUUID), ...pictureDrawing },
    };
    for (const creator of demoCreators) {
      const profile = await findProfile(database.db, creator.username, TODAY);
      if (creator.status !== "ACTIVE" && creator.status !== "CHARGEBACK") {
        expect(profile, creator.username).toBeNull();
        continue;
      }
      expect(profile?.name).toBe(creator.name);
      expect(profile?.items.map((item) => item.name)).toEqual(creator.items.map((item) => item.name));
      expect(profile?.links).toHaveLength(creator.social.filter((link) => link.visible).length);
      expect(profile?.is_online).toBe(creator.online && creator.showOnlineStatus);
      const stored = new Map([
        ["avatar", profile?.avatar],
        ["header", profile?.header],
      ]);
      for (const [index, { picture }] of creator.items.entries())
        if (picture) stored.set(`item-${picture}`, profile?.items[index]?.image);
      const shown = [...stored].flatMap(([name, picture]) => (picture ? [name] : []));
      const pictures = picturesOf(creator);
      expect(shown.sort()).toEqual(pictures.map(({ name }) => name).sort());
      for (const picture of pictures) {
        const id = stored.get(picture.name)?.id ?? "";
        for (const rendition of await readRenditions(picture)) {
          for (const { format, bytes } of rendition.files) {
            const read = await readImage(services, id, rendition.name, { includePrivate: false, format });
            expect(Buffer.compare(read ?? Buffer.alloc(0), bytes), picture.name).toBe(0);
          }
        }
      }
    }
  });

  it("the demo world has clean books also where its first loading was cut short, and is completed by the next start", async () => {
    // What has matured is released at the end of the telling.
    const { "10-nothing-matured-waits": _waiting, ...faults } = faultsWhenCut;
    expect(faults).toEqual({});
    const receiving = await database.db
      .selectFrom("users")
      .select("username")
      .where("status", "in", ["ACTIVE", "CHARGEBACK"])
      .execute();
    const wanted = demoCreators.filter(
      (creator) => creator.status === "ACTIVE" || creator.status === "CHARGEBACK",
    );
    const known = new Set(receiving.map((row) => row.username));
    expect(wanted.filter((creator) => !known.has(creator.username))).toEqual([]);
  });

  it("the demo world's payments are known to the sandbox as paid, so that each can be refunded", async () => {
    const unknown = await database.db
      .selectFrom("payments as p")
      .leftJoin("sandbox.payments as s", "s.ref", "p.provider_ref")
      .select("p.provider_ref")
      .where("p.settled_at", "is not", null)
      .where((eb) =>
        eb.or([
          eb("s.ref", "is", null),
          eb("s.state", "<>", "PAID"),
          eb("s.amount_minor", "<>", eb.ref("p.charged_minor")),
        ]),
      )
      .execute();
    expect(unknown).toEqual([]);
  });

  it("the demo world shows its featured creators before all others", async () => {
    const featured = demoCreators.filter((creator) => creator.featured).map((creator) => creator.username);
    const shown = await listFeatured(database.db, "2026-11-01", featured.length);
    expect(shown.map((creator) => creator.username).sort()).toEqual(featured.sort());
  });

  it("the demo world is counted as soon as it is told, so that its pages and checks are planned for so many rows", async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relname in ('tips', 'payments', 'ledger_transfer') and reltuples > 900
      order by 1`.execute(database.db);
    expect(rows.map(({ name }) => name)).toEqual(["ledger_transfer", "payments", "tips"]);
  });

  it("the demo world has an open refund request and an overdue one", async () => {
    const { id } = await database.db
      .selectFrom("users")
      .select("id")
      .where("username", "=", "joerdis")
      .executeTakeFirstOrThrow();
    const [open, ...others] = await listRequestsTo(database.db, id);
    expect(others).toEqual([]);
    expect(open?.until.getTime()).toBeGreaterThan(TODAY.getTime());
    const overdue = await listOverdueRequests(database.db, TODAY);
    expect(overdue.map(({ creator_name }) => creator_name)).toEqual(["Öykü backt Brot"]);
  });

  it("the demo world has cases in the queues that its people can fill", async () => {
    // Mails wait for the jobs, which do not run here.
    const queues = await readQueues(database.db, TODAY, ({ name }) => name !== "mails");
    expect(queues.filter(({ count }) => count > 0).map(({ queue }) => queue)).toEqual([
      ...["verifications", "tips", "items", "words", "groups", "reports", "payoutData", "payouts"],
      "refund-requests",
    ]);
  });

  it("the demo world loaded again changes nothing", async () => {
    const before = await rowCounts(database);
    await loadDemoWorld(servicesFor(database), never);
    expect(await rowCounts(database)).toEqual(before);
  });

  it("the demo world has an operators' log that is in the order of time", async () => {
    const entries = await database.db
      .selectFrom("audit_log")
      .select(["action", "at"])
      .orderBy("id")
      .execute();
    const times = entries.map(({ at }) => at.getTime());
    expect(entries.map(({ action }) => action)).toContain("verification.declined");
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });
});
