import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { productRules } from "../../app/product-rules.ts";
import { records } from "../support/database/records.ts";
import { jpegWithPlace } from "../support/fixtures/upload-corpus.ts";
import { multipart, wireFan } from "../support/http/http-client.ts";
import { type SignedIn, signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { attribute, readStrictly } from "../support/http/strict-html.ts";

// Grouplists over HTTP: their forms, their pictures, and who is led where.

let owner: SignedIn;
let operator: SignedIn;

beforeAll(async () => {
  owner = await signInCreator("ACTIVE", "en");
  operator = await signInOperator("en");
});

/** A group of the owner's, as its row has it. */
async function makeGroup(name = `Choir ${randomUUID().slice(0, 8)}`, who = owner) {
  const made = await who.wire.post("/grouplists", { name, currency: "GBP" });
  expect([made.status, made.headers.location]).toEqual([
    303,
    expect.stringMatching(/^\/gl\/[a-z0-9]{8}\/edit$/),
  ]);
  return await groupOf(made.headers.location?.split("/")[2] ?? "");
}

const groupOf = async (slug: string) =>
  await records().selectFrom("grouplists").selectAll().where("slug", "=", slug).executeTakeFirstOrThrow();

async function page(path: string, who: Pick<SignedIn, "wire"> = owner): Promise<string> {
  const answer = await who.wire.get(path);
  expect([path, answer.status, readStrictly(answer.text).problems]).toEqual([path, 200, []]);
  return answer.text;
}

async function approve(id: string): Promise<void> {
  const text = await page(`/admin/reviews/groups/${id}`, operator);
  const seen = /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const { headers } = await operator.wire.post(`/admin/reviews/groups/${id}`, { intent: "accept", seen });
  expect(headers.location).toContain("done=accepted");
}

async function sendAvatar(slug: string, bytes: Uint8Array, who = owner) {
  const form = multipart({ intent: "avatar" }, { field: "file", name: "a.jpg", type: "image/jpeg", bytes });
  return await who.wire.send("POST", `/gl/${slug}/edit`, form.body, form.headers);
}

async function sendAhead(who: Pick<SignedIn, "wire">, grouplist_id?: string) {
  const file = { field: "file", name: "a.jpg", type: "image/jpeg", bytes: await jpegWithPlace() };
  const form = multipart({ key: "GROUPLIST_AVATAR", ...(grouplist_id && { grouplist_id }) }, file);
  return await who.wire.send("POST", "/api/mediafiles", form.body, form.headers);
}

describe("a new group", () => {
  test("a name that is too long, or a currency that is none, is refused with what was typed", async () => {
    const long = "ä".repeat(productRules.grouplist.name_characters_maximum + 1);
    const answer = await owner.wire.post("/grouplists", { name: long, currency: "CHF" });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain("At most 255 characters");
    expect(answer.text).toContain("Choose a currency");
    expect(answer.text).toContain("Group not created");
    const name = readStrictly(answer.text)
      .elements("input")
      .find((input) => attribute(input, "name") === "name");
    expect(name && attribute(name, "value")).toBe(long);
  });

  test("a name of 255 characters, of spaces alone or with a line break is taken as a person reads it", async () => {
    expect((await makeGroup("ä".repeat(255))).name).toHaveLength(255);
    expect((await makeGroup(" \u200b ")).name).toBeNull();
    expect((await makeGroup("Two\r\nlines")).name).toBe("Two lines");
  });

  test("the currency of a group stays, whatever its form sends", async () => {
    const { slug } = await makeGroup();
    await owner.wire.post(`/gl/${slug}/edit`, { name: "Another name", currency: "EUR" });
    expect(await groupOf(slug)).toMatchObject({ name: "Another name", currency: "GBP" });
  });
});

describe("a group's picture", () => {
  test("it is a JPEG of 250 by 250, its owner's until an operator approves it, and gone from all eyes with its removal", async () => {
    const { slug, id } = await makeGroup();
    expect((await sendAvatar(slug, await jpegWithPlace())).headers.location).toBe(`/gl/${slug}/edit`);
    const { avatar_id } = await groupOf(slug);
    const address = `/media/${avatar_id}/m.jpg`;
    const stranger = await signInCreator("ACTIVE");
    expect((await wireFan("en").get(address)).status).toBe(404);
    expect((await stranger.wire.get(address)).status).toBe(404);
    expect((await owner.wire.get(address)).status).toBe(200);
    expect((await operator.wire.get(`/admin/reviews/groups/${id}/pictures/old`)).status).toBe(200);
    expect((await operator.wire.get(`/admin/reviews/groups/${id}/pictures/new`)).status).toBe(404);
    await approve(id);
    const shown = await wireFan("en").get(address);
    expect(await sharp(shown.body).metadata()).toMatchObject({ format: "jpeg", width: 250, height: 250 });
    expect((await owner.wire.post(`/gl/${slug}/edit/avatar/removal`, {})).status).toBe(303);
    expect((await groupOf(slug)).avatar_id).toBeNull();
    expect((await wireFan("en").get(address)).status).toBe(404);
  });

  test("a file that is no picture is refused on the form's page, and the group keeps what it has", async () => {
    const { slug, name } = await makeGroup();
    const answer = await sendAvatar(slug, Buffer.from("no picture"));
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(`value="${name}"`);
    expect(answer.text).toContain("File format not recognized");
    expect(answer.text).toContain("Group not changed");
    expect((await groupOf(slug)).avatar_id).toBeNull();
  });

  test("POST /api/mediafiles takes a GROUPLIST_AVATAR for one's own group, and for nobody else's", async () => {
    const { id } = await makeGroup();
    expect((await sendAhead(owner, id)).status).toBe(201);
    expect((await sendAhead(await signInCreator("ACTIVE"), id)).status).toBe(403);
    expect((await sendAhead(owner, randomUUID())).status).toBe(403);
  });

  test("its form takes a file alone, not the id of a picture that is there, one's own included", async () => {
    const { slug, id } = await makeGroup();
    const idOf = ({ text }: { text: string }) => /"id":"([\w-]+)"/.exec(text)?.[1] ?? "";
    const other = await signInCreator("ACTIVE");
    for (const image_id of ["", "x", idOf(await sendAhead(other)), idOf(await sendAhead(owner, id))]) {
      const form = multipart({ intent: "avatar", image_id });
      const answer = await owner.wire.send("POST", `/gl/${slug}/edit`, form.body, form.headers);
      expect([answer.status, answer.text.includes("Group not changed")]).toEqual([422, true]);
      expect((await groupOf(slug)).avatar_id).toBeNull();
    }
  });
});

describe("a group's invitations", () => {
  test("the page's switch turns them off and on, and says no to anything else", async () => {
    const { slug } = await makeGroup();
    const press = async (enabled: string) => {
      const { status } = await owner.wire.post(`/gl/${slug}/edit`, { intent: "invites", enabled });
      return [status, (await groupOf(slug)).invites_enabled];
    };
    expect(await press("off")).toEqual([303, false]);
    expect(await press("maybe")).toEqual([422, false]);
    expect(await press("on")).toEqual([303, true]);
  });
});

describe("an invitation", () => {
  test("it is kept by no browser and no cache, and says nothing to search engines", async () => {
    const { invite_code } = await makeGroup();
    for (const path of ["/gl/invite", "/gl/invite/x", `/gl/invite/${invite_code}`]) {
      const { headers, text } = await wireFan("en").get(path);
      expect(headers["cache-control"], path).toMatch(/no-store/);
      expect(headers["referrer-policy"], path).toBe("same-origin");
      expect(text).toContain('name="robots"');
    }
  });

  test("a guest who accepts logs in first and comes back to it", async () => {
    const { invite_code } = await makeGroup();
    const link = `/gl/invite/${invite_code}`;
    const { status, headers } = await wireFan("en").post(link, {});
    expect([status, headers.location]).toEqual([303, `/login?return_to=${encodeURIComponent(link)}`]);
  });

  test("each viewer is told what they can do, and the group's name only once it was looked at", async () => {
    const name = `Choir ${randomUUID().slice(0, 8)}`;
    const { invite_code, id } = await makeGroup(name);
    const link = `/gl/invite/${invite_code}`;
    const told = {
      "Log in to accept": { wire: wireFan("en") },
      "Accept invitation": await signInCreator("ACTIVE", "en"),
      Verification: await signInCreator("PENDING", "en"),
      "Operators cannot join groups": operator,
      "Send it to creators": owner,
    };
    for (const [text, who] of Object.entries(told)) {
      const shown = await page(link, who);
      expect(shown).toContain(text);
      expect(shown.includes(name)).toBe(who === owner);
      expect(shown).toContain('href="/faq"');
    }
    await approve(id);
    expect(await page(link, { wire: wireFan("en") })).toContain(name);
  });

  test("who accepts waits, is let in by the owner, and leaves again", async () => {
    const { invite_code, slug, id } = await makeGroup();
    const guest = await signInCreator("ACTIVE", "en");
    expect((await guest.wire.post(`/gl/invite/${invite_code}`, {})).status).toBe(303);
    expect((await guest.wire.post(`/gl/invite/${invite_code}`, {})).status).toBe(303);
    expect(await page(`/gl/invite/${invite_code}`, guest)).toContain("Accepted. The owner decides");
    const members = () =>
      records()
        .selectFrom("grouplist_users")
        .select(["id", "status"])
        .where("grouplist_id", "=", id)
        .where("creator_id", "=", guest.id)
        .execute();
    const [asking] = await members();
    const act = `/gl/${slug}/creators/${asking?.id}`;
    // A group's address and the membership of another group do not go together.
    const other = await makeGroup();
    expect((await owner.wire.post(`/gl/${other.slug}/creators/${asking?.id}/approve`, {})).status).toBe(404);
    expect((await owner.wire.post(`${act}/nonsense`, {})).status).toBe(404);
    expect(await page(`${act}/approve`)).toContain(`Approve @${guest.username}?`);
    expect((await owner.wire.post(`${act}/approve`, {})).headers.location).toBe(`/gl/${slug}/creators`);
    expect(await members()).toMatchObject([{ status: "MEMBER" }]);
    expect((await owner.wire.post(`${act}/decline`, {})).headers.location).toBe(`/gl/${slug}/creators`);
    expect(await members()).toMatchObject([{ status: "MEMBER" }]);
    expect((await guest.wire.post(`/gl/${slug}/leave`, {})).headers.location).toBe("/grouplists");
    expect(await members()).toEqual([]);
  });
});

describe("the back office", () => {
  test("a group that was changed while an operator looked is not decided, and a reason is asked for", async () => {
    const { id, slug } = await makeGroup();
    const text = await page(`/admin/reviews/groups/${id}`, operator);
    const seen = /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? "";
    const without = await operator.wire.post(`/admin/reviews/groups/${id}`, {
      intent: "decline",
      seen,
      reason: " ",
    });
    expect(without.status).toBe(422);
    await owner.wire.post(`/gl/${slug}/edit`, { name: "Something else" });
    const { headers } = await operator.wire.post(`/admin/reviews/groups/${id}`, { intent: "accept", seen });
    expect(headers.location).toBe(`/admin/reviews/groups/${id}?done=changed`);
    expect((await groupOf(slug)).status).toBe("PENDING");
    const again =
      /name="seen" value="([^"]+)"/.exec(await page(`/admin/reviews/groups/${id}`, operator))?.[1] ?? "";
    await operator.wire.post(`/admin/reviews/groups/${id}`, {
      intent: "decline",
      seen: again,
      reason: "A brand's name",
    });
    expect(await page(`/gl/${slug}/edit`)).toContain("A brand&#x27;s name");
    expect(await page("/admin/reviews?kind=groups&view=declined", operator)).toContain(
      `/admin/reviews/groups/${id}`,
    );
  });

  test("a report about a group's page is its owner's case", async () => {
    const { slug } = await makeGroup();
    const explanation = `The name is that of somebody else. ${randomUUID()}`;
    const notice = { target: `/gl/${slug}`, reason: "RIGHTS", explanation, good_faith: "on" };
    const reporter = { name: "Nora", email: "nora@reports.example" };
    expect((await wireFan("en").post("/report", { ...notice, ...reporter })).status).toBe(303);
    const found = await records()
      .selectFrom("content_cases")
      .select("creator_id")
      .where("explanation", "=", explanation)
      .executeTakeFirstOrThrow();
    expect(found.creator_id).toBe(owner.id);
  });
});
