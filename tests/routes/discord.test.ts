import { generateKeyPairSync } from "node:crypto";
import type {
  RESTPutAPIApplicationCommandsJSONBody as Commands,
  APIInteractionResponseChannelMessageWithSource as Reply,
} from "discord-api-types/v10";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { botCommands } from "../../app/domain/chat-bot/interaction.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { eventually } from "../support/eventually.ts";
import { ask } from "../support/http/http-requests.ts";
import { cookieValue } from "../support/http/own-cookies.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";
import { setCookie } from "../support/http/users.ts";
import {
  DISCORD_APP,
  discordSettings,
  type FakeDiscord,
  openFakeDiscord,
  signedByDiscord,
} from "../support/networks/fake-discord.ts";

// A product of its own, with Discord beside it.

/** What the answer says was done. */
const doneOf = async (headers: { "set-cookie"?: string[] | undefined }) =>
  await cookieValue("done", setCookie(headers, "done") ?? "");

let database: DemoDatabase;
let discord: FakeDiscord;
let product: Product;

beforeAll(async () => {
  discord = await openFakeDiscord();
  database = await createDemoDatabase();
  const settings = discordSettings(discord);
  product = await startProduct(database.url, settings, database);
});
afterAll(async () => {
  await product?.stop();
  await discord?.close();
  await database?.drop();
});

const creatorHere = (): Promise<SignedIn> =>
  signInCreator("ACTIVE", "en", { db: database.db, url: product.url });

let lastUser = 500;
/** A command as Discord sends it. */
function command(
  name: string,
  options: Record<string, string> = {},
  more: Record<string, unknown> = {},
): string {
  lastUser += 1;
  return JSON.stringify({
    ...{ id: "1", type: 2, token: "a-token", version: 1, application_id: DISCORD_APP.applicationId },
    ...{ guild_id: "900", channel_id: "901", locale: "en-GB", guild_locale: "en-US" },
    member: { user: { id: String(lastUser), username: "fan_of_ada", global_name: "A *fan*" }, roles: [] },
    data: {
      ...{ id: "2", name, type: 1 },
      options: Object.entries(options).map(([option, value]) => ({ name: option, type: 3, value })),
    },
    ...more,
  });
}

async function send(body: string, headers: Record<string, string> = signedByDiscord(body)) {
  return await ask(`${product.url}/webhooks/discord`, { method: "POST", headers, body });
}

async function answerTo(body: string): Promise<Reply> {
  const answer = await send(body);
  expect(answer.status).toBe(200);
  const reply: Reply = JSON.parse(answer.text);
  expect(reply.type).toBe(4);
  // Whatever it says, it mentions nobody.
  expect(reply.data.allowed_mentions).toEqual({ parse: [] });
  return reply;
}

function buttonsOf({ data }: Reply): string[] {
  return (data.components ?? []).flatMap((row) =>
    "components" in row ? row.components.flatMap((each) => ("url" in each ? [String(each.url)] : [])) : [],
  );
}

describe("what Discord asks", () => {
  test("a ping is answered, and only one that Discord has just signed", async () => {
    const body = JSON.stringify({ type: 1, application_id: DISCORD_APP.applicationId });
    expect(JSON.parse((await send(body)).text)).toEqual({ type: 1 });
    const right = signedByDiscord(body);
    const another = generateKeyPairSync("ed25519").privateKey;
    const forged: Record<string, string>[] = [
      { ...right, "X-Signature-Ed25519": "00".repeat(64) },
      { ...right, "X-Signature-Ed25519": `${right["X-Signature-Ed25519"]}00` },
      { ...right, "X-Signature-Ed25519": "" },
      { ...right, "X-Signature-Timestamp": String(Number(right["X-Signature-Timestamp"]) + 1) },
      { ...right, "X-Signature-Timestamp": "soon" },
      { "Content-Type": "application/json" },
      signedByDiscord(body, new Date(Date.now() - 301_000)),
      signedByDiscord(body, new Date(Date.now() + 360_000)),
      signedByDiscord(body, new Date(), another),
      signedByDiscord(`${body} `),
    ];
    const statuses = await Promise.all(forged.map(async (headers) => (await send(body, headers)).status));
    expect(statuses).toEqual(forged.map(() => 401));
  });

  test("what is signed and makes no sense is refused, and takes nothing down", async () => {
    const nonsense = [
      ...["", "null", "[]", "{", '"x"', "{}", '{"type":"1"}', '{"type":99}', '{"type":2}'],
      command("tip", {}, { application_id: "111111111111111111" }),
      command("tip", {}, { member: null, user: null }),
      command("tip", {}, { member: { user: { id: "not a number", username: "x" } } }),
      command("tip", { creator: "a\0b" }),
      command("link", {}, { member: { user: { id: "1", username: "a\0b" } } }),
      command(
        "tip",
        {},
        { data: { name: "tip", options: Array.from({ length: 26 }, () => ({ name: "x" })) } },
      ),
    ];
    for (const body of nonsense) expect([body, (await send(body)).status]).toEqual([body, 400]);
    expect((await send(`{"type":1,"x":"${"x".repeat(70_000)}"}`)).status).toBe(413);
    expect((await answerTo(command("nonsense"))).data.content).toContain("Unknown command");
    expect((await ask(`${product.url}/webhooks/discord`)).status).toBe(400);
  });

  test("thirty commands a minute are answered, not more, for each who asks", async () => {
    const body = command("link");
    const replies = await Promise.all(Array.from({ length: 32 }, () => answerTo(body)));
    const refused = replies.filter(({ data }) => data.content?.includes("Too many at once"));
    expect(refused).toHaveLength(2);
    expect((await answerTo(command("link"))).data.content).toContain("Open this page");
  });
});

describe("the commands", () => {
  test("/tip leads to the creator's page, with the amount, for nobody else to see", async () => {
    const reply = await answerTo(command("tip", { creator: " @Joerdis ", amount: "7,50" }));
    expect(reply.data.flags).toBe(64);
    expect(reply.data.content).toContain("€7.50");
    const [button] = buttonsOf(reply);
    expect(button).toBe(`${product.url}/joerdis/7.50`);
    expect((await ask(button ?? "")).status).toBe(200);
    const german = await answerTo(command("tip", { creator: "joerdis", amount: "7.50" }, { locale: "de" }));
    expect(german.data.content).toMatch(/^7,50\s€ Trinkgeld für/);
    for (const typed of ["joerdis", `${product.url}/joerdis`, `${new URL(product.url).host}/joerdis/`])
      expect(buttonsOf(await answerTo(command("tip", { creator: typed })))).toEqual([
        `${product.url}/joerdis`,
      ]);
    expect(
      buttonsOf(await answerTo(command("tip", { creator: "https://elsewhere.example/joerdis" }))),
    ).toEqual([]);
  });

  test.each(["0.99", "500.01", "five", "-5", "1e3", "", "$12", "1.000", "1,000", "2.500 €"])(
    "/tip refuses the amount %s",
    async (amount) => {
      const reply = await answerTo(command("tip", { creator: "joerdis", amount }));
      expect(reply.data.content).toContain("Enter an amount in EUR, from €1 to €500");
      expect(buttonsOf(reply)).toEqual([]);
    },
  );

  test("who has no public page is found by no command, and nothing tells them from nobody", async () => {
    const hidden = await signInCreator("CREATED", "en", { db: database.db, url: product.url });
    for (const name of ["tip", "profile"]) {
      const unknown = await answerTo(command(name, { creator: "nobody-at-all" }));
      const unverified = await answerTo(command(name, { creator: hidden.username ?? "" }));
      expect(unverified).toEqual(unknown);
      expect(unknown.data.content).toMatch(/^No such page\. .* that’s ada\.$/);
    }
  });

  test("/profile shows what the page shows, without markup that a creator has written", async () => {
    const creator = await creatorHere();
    await database.db
      .updateTable("users")
      .set({ name: "@everyone **Ada** [x](https://evil.example)" })
      .where("id", "=", creator.id)
      .execute();
    const reply = await answerTo(command("profile", { creator: creator.username ?? "" }));
    const [embed] = reply.data.embeds ?? [];
    expect(embed?.title).toBe("\\@everyone \\*\\*Ada\\*\\* \\[x\\]\\(https\\://evil.example\\)");
    expect(embed?.url).toBe(`${product.url}/${creator.username}`);
    expect(JSON.stringify(reply)).not.toContain(creator.email);
  });

  test.each([
    [false, "A kiln: €0 of €500"],
    [true, "A kiln: €0 of €500 a month"],
  ])("/profile says of a goal whether it is monthly: %s", async (goal_is_monthly, text) => {
    const creator = await creatorHere();
    const goal = { goal_title: "A kiln", goal_minor: 500_00, goal_currency: "EUR" };
    await database.db
      .updateTable("users")
      .set({ ...goal, goal_from: "2026-01-01", goal_is_monthly })
      .where("id", "=", creator.id)
      .execute();
    const reply = await answerTo(command("profile", { creator: creator.username ?? "" }));
    expect(reply.data.embeds?.[0]?.fields?.[0]?.value).toBe(text);
  });

  test.each([
    ["month", ""],
    ["30days", "?range=30days"],
    ["day", "?range=day"],
    ["nonsense", ""],
  ])("/leaderboard shows the first ten of %s, and how much nobody", async (range, query) => {
    const reply = await answerTo(command("leaderboard", { range }));
    const rows = (reply.data.embeds?.[0]?.description ?? "").split("\n");
    expect(rows.length).toBeLessThanOrEqual(10);
    if (range === "month") expect(rows[0]).toMatch(/^1\. \[.+\]\(http.+\), \d+\stips?$/);
    expect(rows.join()).not.toMatch(/€|EUR/);
    expect(buttonsOf(reply)).toEqual([`${product.url}/leaderboard/creators${query}`]);
  });

  test("/link gives a page on which the signed-in creator confirms, once; then members find their page", async () => {
    const [creator, other] = [await creatorHere(), await creatorHere()];
    const asked = command("link");
    const who = String(lastUser);
    const [first] = buttonsOf(await answerTo(asked));
    const [link] = buttonsOf(await answerTo(asked));
    const pathOf = (address: string | undefined) => new URL(address ?? "").pathname;
    // The second one took the place of the first.
    expect((await creator.wire.get(pathOf(first))).text).toMatch(/expired or used.*Show link/s);
    const guest = await ask(link ?? "");
    expect(guest.headers.location).toContain("/login?return_to=");
    const shown = await creator.wire.get(pathOf(link));
    // Anybody may show the second of the names.
    expect(shown.text).toContain("fan_of_ada (A *fan*)");
    expect(shown.headers["cache-control"]).toContain("no-store");
    expect((await answerTo(command("tip", { member: who }))).data.content).toContain("No page linked");
    expect((await creator.wire.post(pathOf(link), {})).headers.location).toBe("/account/discord");
    expect((await creator.wire.get("/account/discord")).text).toContain("Linked with fan_of_ada (A *fan*)");
    expect(buttonsOf(await answerTo(command("tip", { member: who, amount: "5" })))).toEqual([
      `${product.url}/${creator.username}/5.00`,
    ]);
    const again = await other.wire.post(pathOf(link), {});
    expect(await doneOf(again.headers)).toBe("expired");
    expect(buttonsOf(await answerTo(command("profile", { member: who })))).toEqual([
      `${product.url}/${creator.username}`,
    ]);
    const told = await database.db
      .selectFrom("mail_outbox")
      .select("dedupe_key")
      .where("user_id", "=", creator.id)
      .where("dedupe_key", "like", "network-link-linked:%")
      .execute();
    expect(told).toHaveLength(1);
    await creator.wire.post("/account/discord/unlink", {});
    expect((await answerTo(command("profile", { member: who }))).data.content).toContain("No page linked");
  });
});

describe("new tips in a channel", () => {
  /** The creator chooses a channel of a server, and confirms what Discord leads back with. */
  async function choose({ wire }: SignedIn, guildId: string) {
    expect((await wire.post("/account/discord/channel", {})).headers.location).toBe(
      "/account/discord/channel",
    );
    const page = await wire.get("/account/discord/channel");
    const href = /href="([^"]*\/oauth2\/authorize[^"]*)"/.exec(page.text)?.[1] ?? "";
    const query = await discord.allow(href.replaceAll("&amp;", "&"), guildId, "Tribute <hook>");
    const arrival = await wire.get(`/account/discord/arrival?${query}`);
    expect(arrival.status).toBe(200);
    return Object.fromEntries(new URLSearchParams(query));
  }

  test("a creator chooses a channel, confirms, and is announced there by the process's own jobs", async () => {
    const creator = await creatorHere();
    const { code = "", state = "" } = await choose(creator, "700");
    // Opening the address that Discord leads to has changed nothing.
    expect((await creator.wire.get("/account/discord")).text).not.toContain("tip_frequency");
    const other = await creatorHere();
    const query = new URLSearchParams({ code, state });
    const stolen = await other.wire.post("/account/discord/arrival", { code, state });
    const opened = await other.wire.get(`/account/discord/arrival?${query}`);
    for (const { headers } of [stolen, opened]) expect(await doneOf(headers)).toBe("expired");
    const done = await creator.wire.post("/account/discord/arrival", { code, state });
    expect(await doneOf(done.headers)).toBe("opened");
    const back = await creator.wire.get(`/account/discord/arrival?${query}`);
    expect(back.headers.location).toBe("/account/discord");
    const page = await creator.wire.get("/account/discord");
    expect(page.text).toContain("Tribute &lt;hook&gt;");
    expect(page.text).toMatch(/<input[^>]*name="on_new_tip"[^>]*checked/);
    expect(buttonsOf(await answerTo(command("tip", {}, { guild_id: "700" })))).toEqual([
      `${product.url}/${creator.username}`,
    ]);

    const now = new Date();
    await database.db
      .insertInto("microblog_posts")
      .values({
        ...{ id: crypto.randomUUID(), user_id: creator.id, network: "discord" },
        ...{ reason: "HOUR", subject: "now", text: "💛 a_b_c has received a tip.", says_amount: false },
        ...{ status: "WAITING", due_at: now, created_at: now },
      })
      .execute();
    await eventually("the job has announced it", async () =>
      discord.messages.some(({ guildId }) => guildId === "700"),
    );
    const told = discord.messages.filter(({ guildId }) => guildId === "700");
    expect(told.map(({ content }) => content)).toEqual(["💛 a\\_b\\_c has received a tip."]);

    await creator.wire.post("/account/discord/removal", {});
    expect(discord.calls.at(-1)).toMatch(/^DELETE \/webhooks\/\d+\/TOKEN$/);
    expect((await creator.wire.get("/account/discord")).text).not.toContain("tip_frequency");
  });

  test("another channel takes the place of the first, whose webhook is deleted", async () => {
    const creator = await creatorHere();
    const first = await choose(creator, "710");
    await creator.wire.post("/account/discord/arrival", first);
    const second = await choose(creator, "711");
    await creator.wire.post("/account/discord/arrival", second);
    expect(discord.calls.at(-1)).toMatch(/^DELETE /);
    const links = await database.db
      .selectFrom("microblog_links")
      .select("account_id")
      .where("user_id", "=", creator.id)
      .execute();
    expect(links).toEqual([{ account_id: expect.stringMatching(/^711\/\d+$/) }]);
  });

  test("who declines at Discord, and who comes with nonsense, is told so, and nothing changes", async () => {
    const { wire } = await creatorHere();
    for (const query of ["error=access_denied&state=x", "", "code=a%20b&state=c"]) {
      const arrived = await wire.get(`/account/discord/arrival?${query}`);
      expect(arrived.headers.location).toBe("/account/discord");
      expect(await doneOf(arrived.headers)).toBe("declined");
    }
    expect((await wire.get("/account/discord/channel")).headers.location).toBe("/account/discord");
    const wrong = await wire.post("/account/discord/arrival", { code: "code", state: "state" });
    expect(await doneOf(wrong.headers)).toBe("expired");
  });
});

describe("the guide and the commands as Discord is told them", () => {
  test("the guide has the invite link, which asks for commands and nothing else", async () => {
    const { text } = await ask(`${product.url}/discord`);
    const href = (/href="(https:\/\/discord\.com\/oauth2[^"]+)"/.exec(text)?.[1] ?? "").replaceAll(
      "&amp;",
      "&",
    );
    expect(Object.fromEntries(new URL(href).searchParams)).toEqual({
      client_id: DISCORD_APP.applicationId,
      scope: "applications.commands",
      integration_type: "0",
    });
  });

  test("names and descriptions are as Discord wants them, in both languages", () => {
    const commands: Commands = botCommands();
    const named = commands.flatMap((each) => [
      each,
      ...("options" in each && Array.isArray(each.options) ? each.options : []),
    ]);
    expect(named.length).toBeGreaterThan(8);
    for (const each of named) {
      for (const name of [each.name, ...Object.values(each.name_localizations ?? {})])
        expect(name).toMatch(/^[-_\p{Ll}\p{N}]{1,32}$/u);
      const said = "description" in each ? [each.description, each.description_localizations?.de] : [];
      expect(said).toHaveLength(2);
      for (const text of said) expect(text?.length).toBeLessThanOrEqual(100);
    }
  });
});
