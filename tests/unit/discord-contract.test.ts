import { describe, expect, it } from "vitest";
import { discordNetwork } from "../../app/domain/microblog/networks/discord.server.ts";
import { asDiscordText, asDiscordWords } from "../../app/domain/microblog/post-texts.ts";
import { networkContract } from "../support/networks/contract.ts";
import { openDiscordWorld } from "../support/networks/discord-world.ts";
import { DISCORD_APP } from "../support/networks/fake-discord.ts";
import { listen } from "../support/providers/listening.ts";

describe("the contract of networks, kept by the adapter to Discord", () => {
  networkContract(openDiscordWorld, { canFind: false, takesTheSameTwice: true, refusals: [] });
});

describe("what stands in a channel", () => {
  it.each([
    ["ada_the_first_", "ada\\_the\\_first\\_"],
    [
      "@everyone <@1> [x](https://evil.example/a_b)",
      "\\@everyone \\<\\@1\\> \\[x\\]\\(https://evil.example/a_b)",
    ],
    ["**5,00 €** ||now||", "\\*\\*5,00 €\\*\\* \\|\\|now\\|\\|"],
    ["See https://tribute.example/a_b_c", "See https://tribute.example/a_b_c"],
  ])("%s has no markup and mentions nobody", (text, said) => {
    expect(asDiscordText(text)).toBe(said);
  });

  it("what people have written hides no mention in an address", () => {
    expect(asDiscordWords("https://evil.example/<@1>[x](y)")).toBe(
      "https\\://evil.example/\\<\\@1\\>\\[x\\]\\(y\\)",
    );
  });

  it.each([
    ["a gateway that lost the answer", 502, "<h1>Bad Gateway</h1>", "NetworkUnavailable", true],
    ["a gateway that could not read it", 520, "", "NetworkUnavailable", true],
    ["Discord itself that failed", 500, "{}", "NetworkUnavailable", false],
    ["a filter on the way", 403, "<h1>Forbidden</h1>", "NetworkUnavailable", false],
    ["a proxy that knows no such path", 404, "<h1>Not Found</h1>", "NetworkUnavailable", false],
    ["Discord that refuses the message", 400, '{"code":50035}', "PostRefused", undefined],
  ])("%s: %s is taken for what it says", async (_who, status, body, name, mayBeDone) => {
    const server = await listen((request, response) => {
      response.writeHead(request.method === "GET" ? 200 : status).end(body);
    });
    const network = discordNetwork({
      ...{
        ...DISCORD_APP,
        base: server.origin,
        returnUrl: "https://tribute.example",
        clock: () => new Date(),
      },
    });
    const order = { accountId: "1/2", credentials: '{"id":"2","token":"t"}', text: "Hello" };
    const failed = await network.post(order).catch((error: unknown) => error);
    expect(failed).toMatchObject({ name, ...(mayBeDone !== undefined && { mayBeDone }) });
    await server.close();
  });

  it.each(["", "\0"])("takes a channel whose webhook has the name %j", async (name) => {
    const { discord, network, close } = await openDiscordWorld();
    const { authorizeUrl, pending } = await network.begin();
    const account = await network.complete(pending, await discord.allow(authorizeUrl, "78", name));
    expect(account.handle).toBe("Discord");
    await close();
  });

  it("says when the same channel takes messages again, by Discord's own figure", async () => {
    const { discord, network, close } = await openDiscordWorld();
    const { authorizeUrl, pending } = await network.begin();
    const account = await network.complete(pending, await discord.allow(authorizeUrl, "77", "Tribute"));
    const from = Date.now();
    discord.limit("77", new Date(from + 90_000));
    const refused = await network.post({ ...account, text: "Slower" }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: "RateLimited" });
    await network.revoke(account.credentials);
    expect(discord.calls.at(-1)).toMatch(/^DELETE \/webhooks\/\d+\/TOKEN$/);
    await close();
  });
});
