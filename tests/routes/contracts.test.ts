import { describe, expect, test } from "vitest";
import { businessDate, daysBefore } from "../../app/domain/calendar.ts";
import { all, many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { makeSeries, seriesRow } from "../support/http/monthly-tips.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { newAddress } from "../support/http/users.ts";

// Lost links, cancellation and withdrawal without a login (docs/decisions/105).

const fanOf = () => wireFan("de", newAddress());
const main = (answer: Answer) =>
  textOf(readStrictly(answer.text).elements("main")[0]).replaceAll("\u00a0", " ");
const mailsTo = async (recipient: string) =>
  await records()
    .selectFrom("demo_mailbox")
    .select(["text", "subject"])
    .where("recipient", "=", recipient)
    .execute();
async function mailTo(recipient: string): Promise<string> {
  await eventually("the mail is there", async () => (await mailsTo(recipient)).length > 0);
  const [mail] = await mailsTo(recipient);
  return mail?.text ?? "";
}
/** Another creator than that of `makeSeries`. */
async function anotherCreator(): Promise<string> {
  const members = records()
    .selectFrom("grouplist_users as m")
    .innerJoin("users as u", "u.id", "m.creator_id");
  const other = members.select("u.id").where("u.username", "<>", "joerdis").orderBy("u.id");
  return (await other.executeTakeFirstOrThrow()).id;
}
/** Of the press page: each tip, and whether it is chosen. */
const choicesOf = (answer: Answer) =>
  readStrictly(answer.text)
    .elements("input")
    .filter((input) => attribute(input, "name") === "series")
    .map((input) => [attribute(input, "value"), attribute(input, "checked")]);
const stranger = () => `nobody.${crypto.randomUUID()}@fans.example`;

describe("lost links", () => {
  test("are mailed, all that run; an unknown address has the same answer and no mail", async () => {
    const fan = fanOf();
    const { email, path } = await makeSeries();
    const other = await makeSeries({ sender_email: email });
    const unknown = stranger();
    const answers = [];
    for (const typed of [unknown, email.toUpperCase()])
      answers.push(await fan.post("/monthly", { email: typed }));
    const [one, two] = answers.map((answer) => main(answer).replace(/\S+@\S+/, ""));
    expect(one).toBe(two);
    const text = await mailTo(email);
    for (const link of [path, other.path]) expect(text).toContain(link);
    expect(await mailsTo(unknown)).toEqual([]);
  });

  test("are mailed three times an hour, and not to what is no address", async () => {
    const email = stranger();
    for (const _ of [1, 2, 3]) expect((await fanOf().post("/monthly", { email })).status).toBe(200);
    expect((await fanOf().post("/monthly", { email })).status).toBe(422);
    const wrong = await fanOf().post("/monthly", { email: "ida" });
    expect([wrong.status, readStrictly(wrong.text).problems]).toEqual([422, []]);
  });
});

describe.each([
  { page: "/cancel", go: "Jetzt kündigen" },
  { page: "/withdraw", go: "Jetzt widerrufen" },
])("$page", ({ page, go }) => {
  test("is in the footer of every page, outside of what is folded", async () => {
    const [footer] = readStrictly((await fanOf().get("/")).text).elements("footer");
    expect(footer).toBeDefined();
    const { text } = await fanOf().get("/");
    const [shown = ""] = /<footer[\s\S]*?<details/.exec(text) ?? [];
    expect(shown).toContain(`href="${page}"`);
    expect(main(await fanOf().get(page))).toContain(go);
  });

  test("confirms content and time, lets charges wait, and one press of its mail ends all of the address", async () => {
    const fan = fanOf();
    const today = businessDate(new Date());
    const due = {
      next_charge_on: today,
      day: Number(today.slice(8)),
      charge_month: `${today.slice(0, 7)}-01`,
    };
    const first = await makeSeries(due);
    const second = await makeSeries({ sender_email: first.email });
    const foreign = await makeSeries();
    const typed = { name: "Ida Muster", email: first.email, contract: "", until: "", reason: "Zu viel" };
    const sent = await fan.post(page, typed);
    expect(sent.status).toBe(303);
    const answer = await fan.follow(sent);
    expect(main(answer)).toContain("noch nicht beendet");
    // A reload mails nothing more, and a changed address says nothing.
    expect(main(await fan.follow(sent))).toBe(main(answer));
    const forgedWords = await fan.get(`${sent.headers.location?.slice(0, -4)}AAAA`);
    expect(main(forgedWords)).toContain(go);
    for (const said of [
      "Ida Muster",
      first.email,
      "Zu viel",
      "Eingegangen am",
      "alle monatlichen Trinkgelder",
    ])
      expect(main(answer)).toContain(said);
    const text = await mailTo(first.email);
    for (const said of ["ging am", "Ida Muster", "Zu viel"]) expect(text).toContain(said);
    expect((await seriesRow(first.id)).next_charge_on).toBe(daysBefore(today, -7));
    expect((await seriesRow(first.id)).status).toBe("ACTIVE");
    await fan.post(page, typed);
    await eventually("the second mail is there", async () => (await mailsTo(first.email)).length === 2);
    expect((await seriesRow(first.id)).next_charge_on).toBe(daysBefore(today, -7));

    const [link = ""] = new RegExp(`${page}/[\\w-]{43}`).exec(text) ?? [];
    expect(main(await fan.get(first.path))).toMatch(/(Kündigung|Widerruf) ging am .* ein/);
    const shown = await fan.get(link);
    expect(main(shown)).toContain("Was du auswählst, endet sofort.");
    expect(choicesOf(shown)).toEqual([first, second].map(({ id }) => [id, ""]));
    const nothing = await fan.follow(await fan.post(link, {}));
    expect(main(nothing)).toContain("Wähl aus, was enden soll.");
    expect((await seriesRow(second.id)).status).toBe("ACTIVE");
    const chosen = { series: [first.id, second.id, foreign.id] };
    for (const _ of [1, 2]) expect((await fan.post(link, chosen)).headers.location).toBe(link);
    expect(main(await fan.get(link))).toContain("läuft kein monatliches Trinkgeld");
    for (const { id } of [first, second])
      expect(await seriesRow(id)).toMatchObject({ status: "ENDED", end_reason: "FAN" });
    expect((await seriesRow(foreign.id)).status).toBe("ACTIVE");
    const forged = foreign.path.replace("/monthly", page);
    expect((await fan.post(forged, {})).status).toBe(404);
  });

  test("shows the typed contract and day behind its link, and chooses what they name", async () => {
    const fan = fanOf();
    const { id, email } = await makeSeries();
    const other = await makeSeries({ sender_email: email, creator_id: await anotherCreator() });
    await fan.post(page, { name: "Ida", email, contract: "Jördis", until: "31.12.", reason: "" });
    const address = new RegExp(`${page}/[\\w-]{43}\\?received=[\\w-]+`);
    const [link = ""] = address.exec(await mailTo(email)) ?? [];
    const shown = await fan.get(link);
    for (const said of ["Jördis", "nicht erst „31.12.“"]) expect(main(shown)).toContain(said);
    expect(choicesOf(shown)).toEqual([
      [id, ""],
      [other.id, null],
    ]);
    const after = await fan.follow(await fan.post(link, { series: id }));
    expect(main(after)).toContain("Beendet");
    expect((await seriesRow(id)).status).toBe("ENDED");
    expect((await seriesRow(other.id)).status).toBe("ACTIVE");
  });

  test("mails a fan no link and no number that was typed; the support's copy has them", async () => {
    const { email } = await makeSeries();
    const reason = `Gewinn: www.${crypto.randomUUID()}.example`;
    const typed = { name: "Ruf +49 30 1234567", email, contract: "Jördis", until: "31.12.2026", reason };
    await fanOf().post(page, typed);
    const text = await mailTo(email);
    for (const said of ["Von: […]", "Grund: […]", "Vertrag: Jördis", "Zum: 31.12.2026", "nicht; der Support"])
      expect(text).toContain(said);
    const copy = records().selectFrom("demo_mailbox").select("text").where("text", "like", `%${reason}%`);
    await expect.poll(async () => (await copy.executeTakeFirst())?.text).toContain("+49 30 1234567");
  });

  test("answers an unknown address alike; its mail repeats no typed word, the support's copy does", async () => {
    const email = stranger();
    const reason = `Kauf jetzt ${crypto.randomUUID()}`;
    const fan = fanOf();
    const typed = { name: "Werbung", email, contract: "", until: "", reason };
    const answer = await fan.follow(await fan.post(page, typed));
    expect([answer.status, main(answer).includes(reason)]).toEqual([200, true]);
    const text = await mailTo(email);
    expect(text).not.toContain("Werbung");
    expect(text).not.toContain(reason);
    const copy = async () =>
      await records()
        .selectFrom("demo_mailbox")
        .select("text")
        .where("text", "like", `%${reason}%`)
        .executeTakeFirst();
    await eventually("the copy is there", async () => (await copy()) !== undefined);
    expect((await copy())?.text).not.toMatch(/\/(cancel|withdraw)\//);
  });

  test("is taken whatever strangers asked for, beyond its mails without one", async () => {
    const today = businessDate(new Date());
    const month = { day: Number(today.slice(8)), charge_month: `${today.slice(0, 7)}-01` };
    const series = await makeSeries({ ...month, next_charge_on: today });
    for (const _ of [1, 2, 3]) await fanOf().post("/monthly", { email: series.email });
    const fan = fanOf();
    const reason = `Schluss ${crypto.randomUUID()}`;
    const copies = async () =>
      await records()
        .selectFrom("demo_mailbox")
        .select("recipient")
        .where("text", "like", `%${reason}%`)
        .execute();
    const mailed = "mit dem Link in der Mail";
    for (const said of [mailed, mailed, mailed, "keine Mail mehr"]) {
      const answer = await fan.post(page, { name: "Ida", email: series.email, reason });
      expect([answer.status, answer.headers["retry-after"]]).toEqual([303, undefined]);
      expect(main(await fan.follow(answer))).toContain(said);
    }
    await eventually("all are confirmed or kept", async () => (await copies()).length === 7);
    const own = (await copies()).filter(({ recipient }) => recipient === series.email);
    expect(own).toHaveLength(3);
    expect((await seriesRow(series.id)).next_charge_on).toBe(daysBefore(today, -7));
    await fanOf().post(page, { name: "Ida", email: series.email, reason });
    await eventually("another network has its own", async () => (await copies()).length === 9);
  });

  test("reaches each of many monthly tips, and its press ends them all", async () => {
    const today = businessDate(new Date());
    const month = { day: Number(today.slice(8)), charge_month: `${today.slice(0, 7)}-01` };
    const due = { ...month, next_charge_on: today };
    const first = await makeSeries(due);
    const others = await all(many(21), () => makeSeries({ ...due, sender_email: first.email }));
    const ids = [first, ...others].map(({ id }) => id);
    const rows = async () =>
      await records()
        .selectFrom("tip_series")
        .select(["status", "next_charge_on"])
        .where("id", "in", ids)
        .execute();
    await fanOf().post(page, { name: "Ida", email: first.email });
    const [link = ""] = new RegExp(`${page}/[\\w-]{43}`).exec(await mailTo(first.email)) ?? [];
    const waits = daysBefore(today, -7);
    expect((await rows()).filter(({ next_charge_on }) => next_charge_on === waits)).toHaveLength(22);
    await fanOf().send("POST", link, ids.map((id) => `series=${id}`).join("&"), {
      "Content-Type": "application/x-www-form-urlencoded",
    });
    expect((await rows()).filter(({ status }) => status === "ENDED")).toHaveLength(22);
  });

  test("names what is missing", async () => {
    const answer = await fanOf().post(page, { name: "", email: "", contract: "", until: "", reason: "" });
    expect([answer.status, readStrictly(answer.text).problems]).toEqual([422, []]);
    expect(main(answer)).toContain("Gib deinen Namen ein");
    expect(main(answer)).not.toContain("Zu lang");
  });
});
