import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { createEncryption, createTokens } from "../../app/crypto/crypto.server.ts";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { deleteAccount, requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import { missingReporter, noticeForm } from "../../app/domain/content-cases/content-case.schema.ts";
import { decideCase } from "../../app/domain/content-cases/decide-case.server.ts";
import {
  complain,
  findCase,
  findCaseLink,
  listCases,
  mayComplain,
  openQuestion,
  reportContent,
} from "../../app/domain/content-cases/notices.server.ts";
import { exportAccount } from "../../app/domain/data-export/data-export.server.ts";
import { readQueue } from "../../app/domain/desk/desk.server.ts";
import { sweepRetention } from "../../app/domain/retention/sweep.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { test as it } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { type Creator, DAY_SECONDS, type TipWorld } from "../support/money/tip-world.ts";

const tokens = createTokens("a secret of at least thirty-two characters");
const WORDS = "The picture is mine; I took it in Leipzig last year.";
let world: TipWorld;
let creator: Creator;
let operators: string[];

it.beforeAll(async ({ database }) => {
  const made = await all(many(2), () => createOperatorRow(database.db, new Date("2026-11-21T10:00:00Z")));
  operators = made.map(({ id }) => id);
});
it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});

const services = () => ({ ...world, tokens, publicUrl: "https://tribute.example" });

async function report(change: Partial<Parameters<typeof reportContent>[1]> = {}) {
  const { username } = await world.db
    .selectFrom("users")
    .select("username")
    .where("id", "=", creator.id)
    .executeTakeFirstOrThrow();
  const token = await reportContent(services(), {
    target: `https://tribute.example/${username}`,
    reason: "RIGHTS",
    explanation: WORDS,
    name: "Ida",
    email: "ida@fans.example",
    locale: "de",
    ...change,
  });
  const link = await findCaseLink(services(), token);
  return { token, id: link?.case_id ?? "" };
}

const decide = (case_id: string, change: Partial<Parameters<typeof decideCase>[1]> = {}) =>
  decideCase(services(), {
    case_id,
    operator_id: operators[0] ?? "",
    decision: "REMOVED",
    reasons: "The picture is protected, and there is no licence.",
    about: "notice",
    ...change,
  });

async function caseOf(id: string) {
  const found = await findCase(world.db, id);
  if (!found) throw new Error("no such case");
  return found;
}

const decisionMails = async (id: string) =>
  await world.db
    .selectFrom("mail_outbox")
    .select(["recipient", "locale", "params"])
    .where("template", "=", "content_decision")
    .where(sql<string>`params ->> 'number'`, "=", String((await caseOf(id)).number))
    .orderBy("recipient")
    .execute();

/** The token that the newest mail to one side carries. */
async function mailedToken(recipient: string): Promise<string> {
  const { rows } = await sql<{ token_id: string }>`
    select params ->> 'token_id' as token_id from mail_outbox
    where recipient = ${recipient} and template like 'content%' order by created_at desc, id desc limit 1`.execute(
    world.db,
  );
  return tokens.sign("content-case", rows[0]?.token_id ?? "");
}

const emailOf = async (id: string) =>
  (await world.db.selectFrom("users").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;

describe("a notice about content", () => {
  it("a notice about content finds whose page it names, waits for an operator, and mails its link", async () => {
    const before = await readQueue(world.db, world.clock(), "reports");
    const { id } = await report();
    expect(await caseOf(id)).toMatchObject({ status: "OPEN", creator_id: creator.id, reporter_name: "Ida" });
    expect((await readQueue(world.db, world.clock(), "reports")).count).toBe(before.count + 1);
    expect((await listCases(world.db, { view: "open", after: null })).cases.map((each) => each.id)).toContain(
      id,
    );
    expect(await findCaseLink(services(), await mailedToken("ida@fans.example"))).toEqual({
      case_id: id,
      side: "REPORTER",
    });
  });

  it("a notice about content on a page elsewhere, or in words, is nobody's that we know", async () => {
    for (const target of ["https://elsewhere.example/ada", "a picture somewhere", "//elsewhere.example/x"])
      expect(await caseOf((await report({ target })).id)).toMatchObject({ creator_id: null });
  });

  it("a notice about content finds whose page it names as people type addresses", async () => {
    const { username } = await world.db
      .selectFrom("users")
      .select("username")
      .where("id", "=", creator.id)
      .executeTakeFirstOrThrow();
    for (const place of ["HTTPS://Tribute.example", "tribute.example", "Tribute.EXAMPLE", ""]) {
      const target = `${place}/${username?.toUpperCase()}?x#about`;
      expect(await caseOf((await report({ target })).id), target).toMatchObject({ creator_id: creator.id });
    }
  });

  it("a notice without a name is taken for the abuse of children alone, and mails nobody", async () => {
    const form = { target: "/x", explanation: WORDS, good_faith: "on" };
    const abuse = noticeForm.parse({ ...form, reason: "CHILD_ABUSE" });
    expect(missingReporter(abuse)).toEqual({});
    expect(Object.keys(missingReporter({ ...abuse, reason: "RIGHTS" }))).toEqual(["name", "email"]);
    expect(Object.keys(missingReporter({ ...abuse, name: "Ida" }))).toEqual(["email"]);
    const { id } = await report({ reason: "CHILD_ABUSE", name: null, email: null });
    expect(await decide(id, { decision: "NO_ACTION" })).toBe("decided");
    expect(await decisionMails(id)).toEqual([]);
  });

  it("a notice's link opens nothing when it is changed, and only its hash is kept", async () => {
    const { token } = await report();
    expect(await findCaseLink(services(), tokens.sign("content-case", world.newId()))).toBeNull();
    expect(await findCaseLink(services(), `${token.slice(0, -2)}AA`)).toBeNull();
    expect(await findCaseLink(services(), "x")).toBeNull();
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from content_case_links where encode(token_hash, 'base64') like ${token}`.execute(
      world.db,
    );
    expect(rows[0]?.found).toBe(0);
  });
});

describe("a decision about content", () => {
  it("a decision about content is told to both sides with its reasons, and written into the log", async () => {
    const { id } = await report();
    expect(await decide(id)).toBe("decided");
    const told = await decisionMails(id);
    expect(told.map(({ recipient }) => recipient).sort()).toEqual(
      ["ida@fans.example", await emailOf(creator.id)].sort(),
    );
    expect(JSON.stringify(told)).not.toContain("Leipzig");
    const { entries } = await listAudit(world.db, { subject: `content_case:${id}` });
    expect(entries).toMatchObject([
      { action: "content_case.decided", after: { decision: "REMOVED", is_complaint: false } },
    ]);
    expect(await decide(id)).toBe("gone");
  });

  it("a decision to take no action is told to who reported alone", async () => {
    const { id } = await report();
    await decide(id, { decision: "NO_ACTION" });
    expect((await decisionMails(id)).map(({ recipient }) => recipient)).toEqual(["ida@fans.example"]);
  });

  it("the creator's data leave out what was written to who reported alone, as long as nothing was done", async () => {
    const { id, token } = await report();
    const exported = async () => {
      const given = { ...world, media: memoryStore(), encryption: createEncryption("x".repeat(40)) };
      const files = unzipSync(await exportAccount(given, creator.id, world.clock()));
      return strFromU8(files["content-cases.json"] ?? new Uint8Array());
    };
    await decide(id, { decision: "NO_ACTION", reasons: "Dear Ida, your picture is another one." });
    expect(await exported()).not.toContain("Dear Ida");
    await complain(services(), { token, text: WORDS });
    const about = openQuestion(await caseOf(id)) ?? "";
    await decide(id, { about, operator_id: operators[1] ?? "" });
    expect(await exported()).toContain("The picture is protected");
  });

  it("the creator's data hold a complaint before anybody has answered it", async () => {
    const { id } = await report();
    await decide(id);
    const own = await mailedToken(await emailOf(creator.id));
    await complain(services(), { token: own, text: `${WORDS} Still waiting.` });
    const { number } = await caseOf(id);
    const given = { ...world, media: memoryStore(), encryption: createEncryption("x".repeat(40)) };
    const files = unzipSync(await exportAccount(given, creator.id, world.clock()));
    const complaints: unknown = JSON.parse(
      strFromU8(files["content-complaints.json"] ?? new Uint8Array([91, 93])),
    );
    expect(complaints).toContainEqual(expect.objectContaining({ number, text: `${WORDS} Still waiting.` }));
    expect(JSON.stringify(complaints)).not.toContain("REPORTER");
  });

  it("a decision about content is taken once, however many operators decide at the same time", async () => {
    const { id } = await report();
    const outcomes = await all(many(6), (index) => decide(id, { operator_id: operators[index % 2] ?? "" }));
    expect(outcomes.filter((outcome) => outcome === "decided")).toHaveLength(1);
    expect((await caseOf(id)).decisions).toHaveLength(1);
  });

  it("a decision about content is an operator's", async () => {
    const { id } = await report();
    await expect(decide(id, { operator_id: creator.id })).rejects.toThrow("only operators");
    expect((await caseOf(id)).status).toBe("OPEN");
  });

  it("a decision about content cannot be changed or deleted afterwards", async () => {
    const { id } = await report();
    await decide(id);
    await expect(
      sql`update content_decisions set reasons = 'x' where case_id = ${id}`.execute(world.db),
    ).rejects.toThrow();
    await expect(
      sql`delete from content_decisions where case_id = ${id}`.execute(world.db),
    ).rejects.toThrow();
  });
});

describe("a complaint against a decision", () => {
  it("a complaint is answered by another operator than the one who decided", async () => {
    const { id, token } = await report();
    await decide(id, { decision: "NO_ACTION" });
    expect(await complain(services(), { token, text: WORDS })).toBe("complained");
    const about = openQuestion(await caseOf(id)) ?? "";
    expect(await decide(id, { about })).toBe("other_operator");
    expect(await decide(id, { operator_id: operators[1] ?? "" })).toBe("gone");
    expect(await decide(id, { about, operator_id: operators[1] ?? "" })).toBe("decided");
    expect(await caseOf(id)).toMatchObject({ status: "DECIDED", decisions: [{}, { complaint_id: about }] });
    // Now it concerns the creator, who may complain in turn; the one who reported has done so.
    expect(mayComplain(await caseOf(id), "REPORTER", world.clock())).toBe(false);
    const own = await mailedToken(await emailOf(creator.id));
    expect(await findCaseLink(services(), own)).toMatchObject({ side: "CREATOR" });
    expect(await complain(services(), { token: own, text: WORDS })).toBe("complained");
    expect(await complain(services(), { token, text: WORDS })).toBe("gone");
  });

  it("a complaint is answered by the one operator where there is no other", async () => {
    const { id, token } = await report();
    await decide(id);
    await complain(services(), { token, text: WORDS });
    const about = openQuestion(await caseOf(id)) ?? "";
    const others = { deleted_at: world.clock() };
    await world.db
      .updateTable("users")
      .set(others)
      .where("id", "=", operators[1] ?? "")
      .execute();
    expect(await decide(id, { about })).toBe("decided");
    await world.db
      .updateTable("users")
      .set({ deleted_at: null })
      .where("id", "=", operators[1] ?? "")
      .execute();
  });

  it("complaints of both sides are answered one after the other, and the case waits until both are", async () => {
    const { id, token } = await report();
    await decide(id);
    await complain(services(), { token, text: WORDS });
    world.time.passSeconds(60);
    const own = await mailedToken(await emailOf(creator.id));
    await complain(services(), { token: own, text: WORDS });
    const other = { operator_id: operators[1] ?? "" };
    await decide(id, { ...other, about: openQuestion(await caseOf(id)) ?? "" });
    expect((await caseOf(id)).status).toBe("COMPLAINT");
    const third = await createOperatorRow(world.db, world.clock());
    await decide(id, { operator_id: third.id, about: openQuestion(await caseOf(id)) ?? "" });
    expect((await caseOf(id)).status).toBe("DECIDED");
    await world.db
      .updateTable("users")
      .set({ deleted_at: world.clock() })
      .where("id", "=", third.id)
      .execute();
  });

  it("a complaint comes too late after six months, and too early before the decision", async () => {
    const { id, token } = await report();
    expect(await complain(services(), { token, text: WORDS })).toBe("gone");
    await decide(id);
    world.time.passSeconds(181 * DAY_SECONDS + DAY_SECONDS * 3);
    expect(await complain(services(), { token, text: WORDS })).toBe("too_late");
  });
});

describe("the end of a case", () => {
  it("a case that was decided long ago has lost words, names and links; one that waits keeps them", async () => {
    const done = await report();
    const waiting = await report();
    await decide(done.id);
    world.time.passSeconds(366 * DAY_SECONDS);
    await sweepRetention({ ...world, log: { error: () => undefined } });
    expect(await caseOf(done.id)).toMatchObject({
      ...{ is_emptied: true, target: "", explanation: "", reporter_name: null, reporter_email: null },
      decisions: [{ decision: "REMOVED" }],
    });
    expect(await findCaseLink(services(), done.token)).toBeNull();
    expect(await caseOf(waiting.id)).toMatchObject({ is_emptied: false, explanation: WORDS });
  });

  it("a deleted creator is no longer named by cases about their content, and what they complained of is gone", async () => {
    const { id } = await report();
    await decide(id);
    const email = await emailOf(creator.id);
    const own = await mailedToken(email);
    await complain(services(), { token: own, text: WORDS });
    await requestDeletion(services(), creator.id);
    const { rows } = await sql<{ token_id: string }>`
      select params ->> 'token_id' as token_id from mail_outbox where template = 'deletion' and recipient = ${email}`.execute(
      world.db,
    );
    const token = tokens.sign("deletion", rows[0]?.token_id ?? "");
    expect(await deleteAccount(services(), { user_id: creator.id, token })).toBe("deleted");
    expect(await caseOf(id)).toMatchObject({ creator_id: null, target: "", complaints: [{ text: "" }] });
    expect(await findCaseLink(services(), own)).toBeNull();
    // The complaint is answered all the same, and nobody is written to who is not there any more.
    const about = openQuestion(await caseOf(id)) ?? "";
    expect(await decide(id, { about, operator_id: operators[1] ?? "" })).toBe("decided");
  });
});
