import { describe, expect, it } from "vitest";
import { discordNetwork } from "../../app/domain/microblog/networks/discord.server.ts";
import { xNetwork } from "../../app/domain/microblog/networks/x.server.ts";
import { readConfig } from "../../app/server/config.server.ts";
import { createDiscordStandIn, discordKeys } from "../../app/stand-ins/discord-stand-in.server.ts";
import { createXStandIn } from "../../app/stand-ins/x-stand-in.server.ts";
import { LIVE_SETTINGS } from "../support/http/live-settings.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { DISCORD_APP } from "../support/networks/fake-discord.ts";
import { X_KEYS } from "../support/networks/fake-x.ts";
import { listenWith } from "../support/providers/listening-handler.ts";

const clock = () => new Date();
const secret = "a secret of the product that runs the demo";
const BACK = "https://tribute.example/account/discord/arrival";

/** X's stand-in below a path, which may be started anew. */
async function openX() {
  const bases: string[] = [];
  const calls: string[] = [];
  const start = () => createXStandIn({ ...X_KEYS, secret, bases, prefix: "/dev/x/api", clock });
  let x = start();
  const server = await listenWith(
    (request) => x.answer(request),
    (call) => calls.push(call),
  );
  const base = `${server.origin}/dev/x/api`;
  bases.push(base);
  const pages = "https://tribute.example/dev/x";
  const network = xNetwork({ ...X_KEYS, base, pages, monthlyBudgetMills: 1000, clock });
  const restart = () => {
    x = start();
  };
  return { network, calls, restart, pinOf: (token: string) => x.pinOf(token), close: server.close };
}

describe("a stand-in below a path", () => {
  it.each(['OAuth oauth_x="%"', 'OAuth oauth_consumer_key="%E0%A4"', "OAuth", ""])(
    "a call of X with the header %s is not signed",
    async (authorization) => {
      const x = createXStandIn({ ...X_KEYS, secret, bases: [], prefix: "/dev/x/api", clock });
      const call = new Request("https://tribute.example/dev/x/api/2/tweets?a=%", {
        method: "POST",
        headers: { authorization },
        body: "a=%E0%A4",
      });
      expect((await x.answer(call)).status).toBe(401);
    },
  );

  it("each call to X keeps the path, and a restart revokes nothing", async () => {
    const { network, calls, restart, pinOf, close } = await openX();
    const { authorizeUrl, pending } = await network.begin();
    const { origin, pathname, searchParams } = new URL(authorizeUrl);
    expect(origin + pathname).toBe("https://tribute.example/dev/x/oauth/authorize");
    restart();
    const account = await network.complete(pending, pinOf(searchParams.get("oauth_token") ?? ""));
    restart();
    await network.post({ ...account, text: "Hello" });
    await network.find?.({ ...account, text: "Hello", since: clock() });
    await network.revoke(account.credentials);
    await expect(network.post({ ...account, text: "Bye" })).rejects.toThrow();
    expect(calls.filter((call) => !/^\w+ \/dev\/x\/api\//.test(call))).toEqual([]);
    expect(calls.length).toBeGreaterThan(5);
    await close();
  });

  it("each call to Discord keeps the path, a restart deletes no webhook, and it leads to no other place", async () => {
    const options = { ...DISCORD_APP, secret, returnUrl: BACK, prefix: "/dev/discord", clock };
    let discord = createDiscordStandIn(options);
    const calls: string[] = [];
    const server = await listenWith(
      (request) => discord.answer(request),
      (call) => calls.push(call),
    );
    const base = `${server.origin}/dev/discord`;
    const network = discordNetwork({ ...DISCORD_APP, base, returnUrl: BACK, clock });
    const { authorizeUrl, pending } = await network.begin();
    const url = new URL(authorizeUrl);
    expect(url.origin + url.pathname).toBe(`${base}/oauth2/authorize`);
    const back = discord.leadBack(url, { guildId: "900", name: "Tribute" });
    discord = createDiscordStandIn(options);
    const account = await network.complete(pending, back?.search ?? "");
    discord = createDiscordStandIn(options);
    await network.post({ ...account, text: "Hello" });
    await network.revoke(account.credentials);
    await expect(network.post({ ...account, text: "Bye" })).rejects.toThrow();
    expect(calls.filter((call) => !/^\w+ \/dev\/discord\/api\/v10\//.test(call))).toEqual([]);
    expect(discord.leadBack(url, "declined")?.searchParams.get("error")).toBe("access_denied");
    url.searchParams.set("redirect_uri", "https://evil.example/");
    expect(discord.leadBack(url, "declined")).toBeNull();
    await server.close();
  });

  it("its bot's key follows from the secret", () => {
    expect(discordKeys(secret).publicKey).toMatch(/^[0-9a-f]{64}$/);
    expect(discordKeys(secret).publicKey).toBe(discordKeys(secret).publicKey);
    expect(discordKeys("another secret").publicKey).not.toBe(discordKeys(secret).publicKey);
  });
});

describe("where there are stand-ins", () => {
  it("a demo has both, an operator's own settings win, and live mode has none", () => {
    expect(readConfig({}).standIns).toEqual({ x: true, discord: true });
    expect(readConfig({ DEMO_NETWORKS: "none" }).standIns).toEqual({ x: false, discord: false });
    const x = { X_API_KEY: X_KEYS.apiKey, X_API_SECRET: X_KEYS.apiSecret };
    expect(readConfig(x).standIns).toEqual({ x: false, discord: true });
    const discord = { DISCORD_APPLICATION_ID: DISCORD_APP.applicationId };
    expect(readConfig(discord).standIns).toEqual({ x: true, discord: false });
    const live = { ...LIVE_SETTINGS, ...TEST_SECRETS, DATABASE_URL: "postgres://x" };
    expect(readConfig(live).standIns).toEqual({ x: false, discord: false });
  });
});
