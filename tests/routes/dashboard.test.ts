import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { records, tipIdOf } from "../support/database/records.ts";
import { holdReviewQueue } from "../support/database/review-queue.ts";
import { eventually } from "../support/eventually.ts";
import {
  goToProvider,
  multipart,
  payAtProvider,
  prepareTip,
  TYPED,
  wireFan,
} from "../support/http/http-client.ts";
import { type SignedIn, signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { readStrictly } from "../support/http/strict-html.ts";
import { payHeldTip } from "../support/money/held-tip.ts";

holdReviewQueue();

// A creator's dashboard over HTTP: what is seen, what is marked, what is sent, and the table for spreadsheets.

let creator: SignedIn;

beforeAll(async () => {
  creator = await signInCreator("ACTIVE");
});

async function paidTip(said: { name?: string; words?: string } = {}) {
  const fan = wireFan("de");
  const email = `${crypto.randomUUID()}@fans.example`;
  const tip = await prepareTip(fan, {
    username: creator.username ?? "",
    amount: "12,50",
    email,
    ...{ name: "Nora Regen", words: "Das Lied", ...said },
  });
  await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
  return { id: tipIdOf(`${tip}/`), email };
}

const page = async (path: string) => {
  const answer = await creator.wire.get(path);
  expect([path, answer.status, readStrictly(answer.text).problems]).toEqual([path, 200, []]);
  return answer.text;
};
const readAt = async (id: string) =>
  (await records().selectFrom("tips").select("read_at").where("id", "=", id).executeTakeFirstOrThrow())
    .read_at;

describe("the dashboard", () => {
  test("the dashboard shows a tip with its words, and only a post marks it as read", async () => {
    const { id } = await paidTip();
    const text = await page("/dashboard?show=new");
    for (const words of ["12,50", "Nora Regen", "Das Lied", `/dashboard/tips/${id}/reply`])
      expect(text, words).toContain(words);
    await page(`/dashboard/tips/${id}`);
    expect(await readAt(id)).toBeNull();
    const marked = await creator.wire.post(`/dashboard/tips/${id}/read`, {
      return_to: "/dashboard?show=new",
    });
    expect([marked.status, marked.headers.location]).toEqual([303, `/dashboard?show=new#tip-${id}`]);
    expect(await readAt(id)).not.toBeNull();
    expect(await page("/dashboard?show=new")).not.toContain(id);
    // The tip's pages lead back to where it was opened, each step of the way.
    const opened = `/dashboard/tips/${id}?return_to=%2Fdashboard%3Fshow%3Dnew`;
    const list = `href="/dashboard?show=new#tip-${id}"`;
    for (const address of [opened, opened.replace("?", "/reply?"), opened.replace("?", "/refund?")])
      expect(await page(address), address).toContain(list);
    expect(await page(`/dashboard/tips/${id}?return_to=%2F%2Fevil.example`)).toContain(
      `href="/dashboard#tip-${id}"`,
    );
    const away = await creator.wire.post(`/dashboard/tips/${id}/read`, { return_to: "//evil.example/" });
    expect(away.headers.location).toBe(`/dashboard/tips/${id}`);
  });

  test("the picture of a tip is shown after its review, and to its creator alone", async () => {
    const id = await payHeldTip(wireFan("de"), { username: creator.username ?? "" });
    const image = `/dashboard/tips/${id}/image`;
    expect((await creator.wire.get(image)).status).toBe(404);
    expect(await page(`/dashboard/tips/${id}`)).not.toContain(image);
    await (await signInOperator()).wire.post(`/admin/reviews/tips/${id}`, { intent: "accept" });
    expect(await page(`/dashboard/tips/${id}`)).toContain(image);
    const answer = await creator.wire.get(image);
    expect(answer.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, no-store",
    });
    expect((await (await signInCreator("ACTIVE")).wire.get(image)).status).toBe(404);
  });

  test.for([
    "?after=x",
    "?after=00000000-0000-4000-8000-000000000000",
    "?fan=%00",
    "?fan=%25%5C_",
    `?fan=${"x".repeat(3000)}`,
    "?show=old",
    "?fan=a&fan=b&after=&show=new",
  ])("the dashboard has a page for any query in its address: %s", async (query) => {
    await page(`/dashboard${query}`);
    expect((await creator.wire.get(`/dashboard/tips/table${query}`)).status).toBe(200);
  });

  test("the dashboard asks once whether new tips shall be mailed", async () => {
    const asks = async () => (await page("/dashboard")).includes('name="email_notifications"');
    expect(await asks()).toBe(true);
    // The settings call the choices the same.
    const [asked, settings] = [await page("/dashboard"), await page("/account/settings")];
    for (const words of ["Bei jedem Trinkgeld", "Einmal am Tag", "Keine E-\u2060Mails"]) {
      expect(asked).toContain(`>${words}</button>`);
      expect(settings).toContain(`>${words}</option>`);
    }
    const answer = await creator.wire.post("/dashboard", {
      ...{ intent: "notifications", email_notifications: "OFF" },
    });
    expect([answer.status, answer.headers.location]).toEqual([303, "/dashboard"]);
    const said = "Gespeichert: keine E-\u2060Mails.";
    expect((await creator.wire.follow(answer)).text).toContain(said);
    expect(await page("/dashboard")).not.toContain(said);
    expect(await asks()).toBe(false);
  });

  test("marking all as read leads back to the list where its button stood, and says so once", async () => {
    const { id } = await paidTip();
    const seen_at = new Date().toISOString();
    const later = await paidTip();
    const refused = await creator.wire.post("/dashboard?show=new", { seen_at: "yesterday" });
    expect([refused.status, refused.text.includes('role="alert"')]).toEqual([422, true]);
    expect(await readAt(id)).toBeNull();
    const marked = await creator.wire.post("/dashboard?show=new", { intent: "read-all", seen_at });
    expect([marked.status, marked.headers.location]).toEqual([303, "/dashboard?show=new"]);
    expect((await creator.wire.follow(marked)).text).toContain("Alle sind gelesen.");
    expect(await readAt(id)).not.toBeNull();
    // What came since the page was made stays new.
    expect(await readAt(later.id)).toBeNull();
  });

  test("the data of the dashboard's pages has what they show of a tip, and nothing else", async () => {
    const { id } = await paidTip();
    for (const path of ["/dashboard", `/dashboard/tips/${id}`, `/dashboard/tips/${id}/reply`]) {
      const { text } = await creator.wire.get(`${path}.data`);
      expect([path, text.includes(id)]).toEqual([path, true]);
      for (const hidden of ["fan_locale", "amount_minor", "refunded_minor", "is_on_page"])
        expect([path, text.includes(hidden)]).toEqual([path, false]);
    }
  });
});

describe("a thank-you", () => {
  test("a thank-you is sent from the list, then once more, and not a third time", async () => {
    const { id, email } = await paidTip();
    const reply = `/dashboard/tips/${id}/reply`;
    const tapped = await creator.wire.post(reply, {
      message: "Vielen lieben Dank, Nora Regen!",
      return_to: "/dashboard?show=new",
    });
    expect([tapped.status, tapped.headers.location]).toEqual([303, `/dashboard?show=new#tip-${id}`]);
    const sent = "Dein Dank ist unterwegs.";
    expect((await creator.wire.follow(tapped)).text).toContain(sent);
    expect(await page("/dashboard")).not.toContain(sent);
    const own = await creator.wire.post(reply, { message: "Bis bald!\n<b>Jördis</b>" });
    expect([own.status, own.headers.location]).toEqual([303, `/dashboard/tips/${id}`]);
    expect((await creator.wire.follow(own)).text).toContain(sent);
    const third = await creator.wire.post(reply, { message: "Und noch einmal" });
    expect(third.status).toBe(422);
    expect(third.text).toContain("Mehr Dankeschöns gehen hier nicht");
    const mailed = async () =>
      await records().selectFrom("demo_mailbox").selectAll().where("recipient", "=", email).execute();
    await eventually(
      "receipt and both thank-yous are in the mailbox",
      async () => (await mailed()).length === 3,
    );
    const mails = await mailed();
    const ready = mails.find(({ text }) => text.includes("Vielen lieben Dank, Nora Regen!"));
    expect(ready?.subject).toBe("Neu Hier sagt Danke");
    const written = mails.find(({ text }) => text.includes("Bis bald!"));
    expect(written?.html).toContain("&lt;b&gt;Jördis&lt;/b&gt;");
    expect(written?.html).not.toContain("<b>Jördis");
  });

  test("a thank-you that is taken back leaves no reply and no mail", async () => {
    const { id } = await paidTip();
    const reply = `/dashboard/tips/${id}/reply`;
    const waits = async () =>
      await records()
        .selectFrom("mail_outbox")
        .select("id")
        .where("dedupe_key", "=", `thank-you:${id}:1`)
        .execute();
    await creator.wire.post(reply, { message: "Danke!" });
    expect(await waits()).toHaveLength(1);
    const back = await creator.wire.post(reply, { intent: "take-back", return_to: "/dashboard" });
    expect([back.status, back.headers.location]).toEqual([303, `/dashboard#tip-${id}`]);
    expect(await waits()).toEqual([]);
    expect(await page(`/dashboard/tips/${id}`)).not.toContain("Danke!");
    expect((await creator.wire.post(reply, { intent: "take-back" })).status).toBe(422);
  });

  test.for([
    ["nothing", {}],
    ["only spaces", { message: " \n " }],
    ["a link", { message: "Mehr auf https://evil.example" }],
    ["too much", { message: "x".repeat(1001) }],
  ] as const)(
    "a thank-you with %s is refused, the form keeps what was typed, and no mail is sent",
    async ([, fields]) => {
      const { id } = await paidTip();
      const answer = await creator.wire.post(`/dashboard/tips/${id}/reply`, fields);
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('role="alert"');
      if ("message" in fields && fields.message.trim()) expect(answer.text).toContain(fields.message);
      const replies = await records()
        .selectFrom("tip_replies")
        .select("id")
        .where("tip_id", "=", id)
        .execute();
      expect(replies).toEqual([]);
    },
  );
});

describe("the link to no more thank-yous", () => {
  test("stops them by its button alone, without signing in, and by what mail programs post", async () => {
    const { id, email } = await paidTip();
    await creator.wire.post(`/dashboard/tips/${id}/reply`, { message: "Vielen lieben Dank!" });
    const mail = async () =>
      await records()
        .selectFrom("demo_mailbox")
        .select("text")
        .where("recipient", "=", email)
        .where("text", "like", "%/email/stop/%")
        .executeTakeFirst();
    await eventually("the thank-you has come", async () => (await mail()) !== undefined);
    const [path = ""] = /\/email\/stop\/[\w-]+/.exec((await mail())?.text ?? "") ?? [];
    const guest = wireFan("de");
    const shown = await guest.get(path);
    expect([shown.status, readStrictly(shown.text).problems]).toEqual([200, []]);
    const stopped = async () =>
      (await records().selectFrom("stopped_thank_yous").select("address_key").execute()).length;
    const before = await stopped();
    expect(shown.text).toContain("Keine Dankes-Mails mehr");
    const posted = await guest.post(path, { "List-Unsubscribe": "One-Click" });
    expect([posted.status, posted.text.includes("Erledigt"), await stopped()]).toEqual([
      200,
      true,
      before + 1,
    ]);
    expect((await guest.post(path, {})).status).toBe(200);
    // Mail programs' servers call from wherever they are, in both forms of RFC 8058.
    const oneClick = { "List-Unsubscribe": "One-Click" };
    const places: Record<string, string>[] = [
      { Origin: "https://mail.example" },
      { Origin: "null", "Sec-Fetch-Site": "cross-site" },
    ];
    for (const from of places) {
      await records().deleteFrom("stopped_thank_yous").execute();
      expect((await guest.post(path, oneClick, from)).status).toBe(200);
      expect(await stopped()).toBe(1);
      await records().deleteFrom("stopped_thank_yous").execute();
      const { body, headers } = multipart(oneClick);
      expect((await guest.send("POST", path, body, { ...headers, ...from })).status).toBe(200);
      expect(await stopped()).toBe(1);
      expect((await guest.post("/locale", { locale: "en" }, from)).status).toBe(403);
    }
    const wrong = await guest.post(`/email/stop/${"A".repeat(43)}`, {});
    expect([wrong.status, await stopped()]).toEqual([422, 1]);

    const again = await creator.wire.post(`/dashboard/tips/${id}/reply`, { message: "Bis bald!" });
    expect((await creator.wire.follow(again)).text).toContain("Dieser Fan möchte keine Dankes-Mails");
  });
});

describe("the table for spreadsheets", () => {
  test("says what it covers while one searches, and so does marking all as read", async () => {
    await paidTip();
    for (const [path, table, mark] of [
      ["/dashboard", "Als CSV laden", "Alle als gelesen"],
      ["/dashboard?show=new", "Neue als CSV laden", "Alle als gelesen"],
      ["/dashboard?fan=nora", "Gefundene als CSV laden", "Alle neuen gelesen, nicht nur diese"],
    ] as const) {
      const text = await page(path);
      expect(text).toContain(`>${table}</a>`);
      expect(text).toContain(`>${mark}</button>`);
    }
  });

  test("has every tip once, in the reader's marks, and no cell that a spreadsheet would calculate", async () => {
    const evil = ["hi,=1+1", '=HYPERLINK("https://evil.example")', "+1+1", "-2", "@SUM(A1)"];
    for (const name of evil) await paidTip({ name, words: "1;2\n3" });
    const answer = await creator.wire.get("/dashboard/tips/table");
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="trinkgelder.csv"',
      "cache-control": "private, no-store",
    });
    const rows: Record<string, string>[] = parse(answer.text, { columns: true, delimiter: ";", bom: true });
    const count = await records()
      .selectFrom("tips")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("creator_id", "=", creator.id)
      .where("paid_at", "is not", null)
      .executeTakeFirstOrThrow();
    expect(new Set(rows.map((row) => row.ID)).size).toBe(Number(count.count));
    expect(rows.every((row) => row.Betrag === "12,50" || /^\d+,\d\d$/.test(row.Betrag ?? ""))).toBe(true);
    const cells = rows.flatMap((row) => Object.values(row));
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(cells.filter((cell) => /[,;|\t]\s*[=+\-@]/.test(cell))).toEqual([]);
    for (const name of evil)
      expect(cells.some((cell) => cell.replaceAll("'", "").endsWith(name.replaceAll("'", "")))).toBe(true);
  });
});
