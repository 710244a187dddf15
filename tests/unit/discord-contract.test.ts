import { describe, expect, it } from "vitest";
import { asDiscordText, asDiscordWords } from "../../app/domain/microblog/networks/discord/markdown.ts";
import { networkContract } from "../support/networks/contract.ts";
import { openDiscordWorld } from "../support/networks/discord-world.ts";

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
