import { discordNetwork } from "../../../app/domain/microblog/networks/discord.server.ts";
import { openWeakLine } from "../providers/weak-line.ts";
import type { NetworkWorld } from "./contract.ts";
import { DISCORD_APP, type FakeDiscord, openFakeDiscord } from "./fake-discord.ts";

/** An account there is a webhook at a server. */
const serverOf = (accountId: string) => accountId.split("/")[0] ?? "";

/** Discord, as the contract meets it: a fake over HTTP, and our adapter. */
export async function openDiscordWorld(
  clock: () => Date = () => new Date(),
): Promise<NetworkWorld & { discord: FakeDiscord }> {
  const discord = await openFakeDiscord(clock);
  const line = await openWeakLine(discord.origin);
  const returnUrl = "https://tribute.example/account/discord/arrival";
  const access = { ...DISCORD_APP, base: line.origin, returnUrl, clock };
  return {
    ...{ discord, line, allow: discord.allow },
    takeAway: (accountId) => discord.takeAway(serverOf(accountId)),
    limit: (accountId, until) => discord.limit(serverOf(accountId), until),
    network: discordNetwork(access),
    impatient: discordNetwork({ ...access, timeoutMs: 50 }),
    wrongAnswers: ["", "code=wrong", "code=wrong&state=wrong"],
    refuseAll: (why) => discord.refuseAll(why !== null),
    textsOf: (accountId) =>
      discord.messages
        .filter((each) => each.guildId === serverOf(accountId))
        // As Discord shows it: what stands behind the sign is shown as it is.
        .map((each) => each.content.replace(/\\([^0-9A-Za-z\s])/g, "$1")),
    close: async () => {
      await Promise.all([line.close(), discord.close()]).catch(() => undefined);
    },
  };
}
