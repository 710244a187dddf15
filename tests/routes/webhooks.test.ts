import { createHmac, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { paymentsOf, records, tipIdOf } from "../support/database/records.ts";
import {
  goToProvider,
  payAtProvider,
  prepareTip,
  readPayment,
  TYPED,
  wireFan,
} from "../support/http/http-client.ts";
import { ask } from "../support/http/http-requests.ts";
import { TEST_SECRETS } from "../support/http/product.ts";

const fan = wireFan("de");
const SECRET = TEST_SECRETS.SANDBOX_NOTICE_SECRET;

interface Forgery {
  body?: string | Uint8Array;
  secret?: string;
  at?: number;
  signature?: string | null;
}

/** A notice as the provider would send it, but for what is forged. */
function notice(payment: { id: string; ref: string }, change: Record<string, unknown> = {}): string {
  return JSON.stringify({
    event_id: `forged-${randomUUID()}`,
    kind: "payment.paid",
    payment_ref: payment.ref,
    payment_id: payment.id,
    created_at: new Date().toISOString(),
    ...change,
  });
}

async function sendNotice(body: string | Uint8Array, forgery: Forgery = {}): Promise<number> {
  const at = forgery.at ?? Math.floor(Date.now() / 1000);
  const proof = createHmac("sha256", forgery.secret ?? SECRET)
    .update(`${at}.`)
    .update(body)
    .digest("hex");
  const signature = forgery.signature === undefined ? `t=${at},v1=${proof}` : forgery.signature;
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (signature !== null) headers["Tribute-Sandbox-Signature"] = signature;
  const answer = await ask(`${inject("product").url}/webhooks/sandbox`, { method: "POST", headers, body });
  expect(answer.text).toBe("");
  return answer.status;
}

/** A payment that waits at the provider. */
async function openPayment(): Promise<{ id: string; ref: string; page: string }> {
  const tip = await prepareTip(fan);
  const page = await goToProvider(fan, tip);
  const [payment] = await paymentsOf(tipIdOf(`${tip}/summary`));
  const row = await records()
    .selectFrom("payments")
    .select(["id", "provider_ref"])
    .where("id", "=", payment?.id ?? "")
    .executeTakeFirstOrThrow();
  return { id: row.id, ref: row.provider_ref ?? "", page };
}

/** All that a notice could have changed. */
async function booksOf(payment: { id: string }) {
  const db = records();
  return {
    payment: await db.selectFrom("payments").selectAll().where("id", "=", payment.id).executeTakeFirst(),
    notices: await db
      .selectFrom("provider_webhook_events")
      .select(["event_id", "outcome"])
      .where("payment_id", "=", payment.id)
      .orderBy("event_id")
      .execute(),
    events: await db.selectFrom("payment_events").selectAll().where("payment_id", "=", payment.id).execute(),
  };
}

describe("a forged notice", () => {
  let payment: Awaited<ReturnType<typeof openPayment>>;

  beforeAll(async () => {
    payment = await openPayment();
  });

  const fresh = () => Math.floor(Date.now() / 1000);
  test.for<[string, () => Forgery]>([
    ["without a signature", () => ({ signature: null })],
    ["with an empty signature", () => ({ signature: "" })],
    ["with half a signature", () => ({ signature: `t=${fresh()},v1=abc` })],
    ["with a signature by another secret", () => ({ secret: "another-secret-than-ours" })],
    ["with a signature of another time", () => ({ signature: `t=${fresh() - 1},v1=${"0".repeat(64)}` })],
    ["with a signature that is too long", () => ({ signature: `t=${fresh()},v1=${"0".repeat(2000)}` })],
    ["of six minutes ago", () => ({ at: fresh() - 360 })],
    ["of in six minutes", () => ({ at: fresh() + 360 })],
  ])("a forged notice %s is refused and changes nothing", async ([, forge]) => {
    const before = await booksOf(payment);
    expect(await sendNotice(notice(payment), forge())).toBe(400);
    expect(await booksOf(payment)).toEqual(before);
    expect((await readPayment(fan, payment.id)).status).toBe("REDIRECTED");
  });

  test.for<[string, string | Uint8Array]>([
    ["no JSON", "paid!"],
    ["nothing", ""],
    ["broken UTF-8", Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d)],
    ["a list", "[]"],
    ["null", "null"],
    ["an id that is a number", notice({ id: "", ref: "x" }, { payment_id: 5 })],
    ["an event without an id", notice({ id: "x", ref: "x" }, { event_id: "" })],
    ["an id that is none of ours", notice({ id: "not-an-id", ref: "x" })],
    ["an id with a null byte", notice({ id: "a\u0000b", ref: "x" })],
    ["a very long reference", notice({ id: "x", ref: "x".repeat(200) })],
  ])("a forged notice that is authentic but %s is refused", async ([, body]) => {
    expect(await sendNotice(body)).toBe(400);
  });

  test("a notice of a megabyte is too big", async () => {
    const answer = await ask(`${inject("product").url}/webhooks/sandbox`, {
      method: "POST",
      body: "x".repeat(1024 * 1024),
    });
    expect(answer.status).toBe(413);
  });

  test("a notice whose body was changed on the way is refused", async () => {
    const at = fresh();
    const proof = createHmac("sha256", SECRET).update(`${at}.`).update(notice(payment)).digest("hex");
    expect(await sendNotice(notice(payment), { signature: `t=${at},v1=${proof}` })).toBe(400);
  });
});

describe("an authentic notice", () => {
  test("an authentic notice only says that there is news: what the provider does not confirm changes nothing", async () => {
    const payment = await openPayment();
    expect(await sendNotice(notice(payment))).toBe(202);
    expect((await booksOf(payment)).notices).toMatchObject([{ outcome: "unchanged" }]);
    expect((await readPayment(fan, payment.id)).status).toBe("REDIRECTED");
    expect((await booksOf(payment)).payment?.settled_at).toBeNull();
  });

  test.for<[string, (payment: { id: string; ref: string }) => { id: string; ref: string }]>([
    ["of a payment that nobody knows", () => ({ id: randomUUID(), ref: "pay_unknown" })],
    ["with another payment's reference", ({ id }) => ({ id, ref: "pay_another" })],
  ])("an authentic notice %s is kept and changes nothing", async ([, wrong]) => {
    const payment = await openPayment();
    const given = wrong(payment);
    expect(await sendNotice(notice(given))).toBe(202);
    expect((await booksOf(given)).notices).toMatchObject([{ outcome: expect.any(String) }]);
    expect((await readPayment(fan, payment.id)).status).toBe("REDIRECTED");
  });

  test("an authentic notice counts once, however often and late it comes", async () => {
    const payment = await openPayment();
    await payAtProvider(fan, payment.page, TYPED.card, "SUCCESS");
    const before = await booksOf(payment);
    const [known] = before.notices;
    const again = notice(payment, { event_id: known?.event_id });
    const statuses = await Promise.all(Array.from({ length: 5 }, () => sendNotice(again)));
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(await booksOf(payment)).toEqual(before);

    const others = await Promise.all(
      ["payment.paid", "payment.failed", "payment.opened", "nonsense"].map((kind) =>
        sendNotice(notice(payment, { kind })),
      ),
    );
    expect(others).toEqual([202, 202, 202, 202]);
    const after = await booksOf(payment);
    expect(after.payment).toEqual(before.payment);
    expect(after.notices).toHaveLength(before.notices.length + 4);
    for (const { outcome } of after.notices) expect(outcome).not.toBeNull();
    const postings = await records()
      .selectFrom("ledger_transaction")
      .select("id")
      .where("reference", "=", `payment:${payment.id}`)
      .execute();
    expect(postings.length).toBe(1);
  });
});

test("a provider that we do not know has no address for notices", async () => {
  const { url } = inject("product");
  for (const path of ["/webhooks/stripe", "/webhooks/SANDBOX", "/webhooks/%00", "/webhooks/"]) {
    const answer = await ask(url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    expect(answer.status, path).toBe(404);
  }
});

test("the sandbox's own API needs its key", async () => {
  const { url } = inject("product");
  const call = (path: string, key?: string) =>
    ask(`${url}/sandbox/api/payments${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(key ? { Authorization: `Bearer ${key}` } : {}) },
      body: "{}",
    });
  for (const path of ["", "/pay_x/cancellation", "/pay_x/refunds"]) {
    expect((await call(path)).status, path).toBe(401);
    expect((await call(path, "wrong")).status, path).toBe(401);
  }
  expect((await call("", TEST_SECRETS.SANDBOX_API_KEY)).status).toBe(422);
  expect((await call("/pay_x/cancellation", TEST_SECRETS.SANDBOX_API_KEY)).status).toBe(404);
});

describe("GET /api/payment/{id}", () => {
  test("GET /api/payment/{id} tells amounts in full and nothing of the fan", async () => {
    const tip = await prepareTip(fan, { email: "nobody.else@fans.example", words: "Nur für dich" });
    const id = await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
    const answer = await fan.get(`/api/payment/${id}`);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(JSON.parse(answer.text).data).toMatchObject({
      id,
      status: "SUCCESS",
      type: "INETCASH_CC",
      failure_reason: null,
      currency: "EUR",
      amount: "5.00",
      amount_minor: 500,
      servicefee: "0.50",
      fee_incl_vat: "0.60",
      fee_incl_vat_minor: 60,
      total: "5.60",
      total_minor: 560,
      receiver: { username: "joerdis", name: "Jördis Kessler" },
    });
    expect(answer.text).not.toMatch(/nobody\.else|Nur für dich|\bIda\b|redirect|provider/);
  });

  test("GET /api/payment/{id} answers a 404 for what is no id", async () => {
    for (const id of [randomUUID(), "1", "%27", randomUUID().toUpperCase()]) {
      const answer = await fan.get(`/api/payment/${id}`);
      expect(answer.status, id).toBe(404);
      expect(JSON.parse(answer.text)).toEqual({
        code: "not_found",
        message: "Zahlung nicht gefunden",
        errors: {},
      });
    }
    const english = await fan.get(`/api/payment/${randomUUID()}`, { "Accept-Language": "en" });
    expect(JSON.parse(english.text).message).toBe("Payment not found");
  });
});

describe("pictures", () => {
  test("pictures of a tip are for the holder of its link, while it is a draft, and nobody else", async () => {
    const db = records();
    const hidden = await db
      .selectFrom("media_files")
      .select(["id", "key"])
      .where("is_public", "=", false)
      .execute();
    for (const { id } of hidden) {
      for (const name of ["s", "m"]) expect((await fan.get(`/media/${id}/${name}.webp`)).status).toBe(404);
    }
  });

  test("pictures that are public never change, and are of the type that they name", async () => {
    const db = records();
    const open = await db
      .selectFrom("media_files")
      .select("id")
      .where("is_public", "=", true)
      // The demo's: others may go while this reads, or have no file.
      .where((eb) =>
        eb("owner_id", "in", eb.selectFrom("users").select("id").where("email", "like", "%@demo.example")),
      )
      .orderBy("created_at")
      .limit(20)
      .execute();
    expect(open.length).toBe(20);
    for (const { id } of open) {
      const answer = await fan.get(`/media/${id}/s.webp`);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        "content-type": "image/webp",
        "x-content-type-options": "nosniff",
      });
      expect(answer.body.subarray(8, 12).toString()).toBe("WEBP");
      expect(answer.body.includes("EXIF")).toBe(false);
      const jpeg = await fan.get(`/media/${id}/s.jpg`);
      expect(jpeg.headers).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        "content-type": "image/jpeg",
      });
      expect(jpeg.body.subarray(0, 3).toString("hex")).toBe("ffd8ff");
    }
    for (const path of ["s.webp%00", "../../etc/passwd", "S.WEBP", "m.webp.gz"]) {
      expect((await fan.get(`/media/${open[0]?.id}/${path}`)).status, path).toBe(404);
    }
  });
});
