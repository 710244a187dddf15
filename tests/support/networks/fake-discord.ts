import type { KeyObject } from "node:crypto";
import type { RESTPutAPIApplicationCommandsJSONBody } from "discord-api-types/v10";
import {
  createDiscordStandIn,
  type DiscordState,
  discordKeys,
  newDiscordState,
  signInteraction,
} from "../../../app/stand-ins/discord-stand-in.server.ts";
import { listenWith } from "../providers/listening-handler.ts";

const SECRET = "a secret of the fake";
const { publicKey, privateKey } = discordKeys(SECRET);

/** The platform's application at the fake. */
export const DISCORD_APP = {
  applicationId: "112233445566778899",
  clientSecret: "a-client-secret-of-discord_1234",
  botToken: "MTEyMjMzNDQ1NTY2Nzc4ODk5.fake.token-of-a-bot",
  /** As the developer portal shows it. */
  publicKey,
};

/** The settings with which a product takes the fake for Discord. */
export function discordSettings({ origin }: Pick<FakeDiscord, "origin">): Record<string, string> {
  return {
    DISCORD_APPLICATION_ID: DISCORD_APP.applicationId,
    DISCORD_PUBLIC_KEY: DISCORD_APP.publicKey,
    DISCORD_CLIENT_SECRET: DISCORD_APP.clientSecret,
    DISCORD_BASE: origin,
  };
}

/** The demo's stand-in of Discord over real HTTP, and what tests do to it. */
export interface FakeDiscord {
  origin: string;
  messages: DiscordState["messages"];
  calls: readonly string[];
  commands: RESTPutAPIApplicationCommandsJSONBody;
  /** An administrator of a server chooses a channel; returns the query with which Discord leads back. */
  allow(authorizeUrl: string, guildId: string, name: string): Promise<string>;
  /** Somebody at the server deletes our webhooks there. */
  takeAway(guildId: string): void;
  limit(guildId: string, until: Date | null): void;
  /** Discord fails for the webhooks of a server, and for no other. */
  fail(guildId: string, isFailing: boolean): void;
  /** Discord refuses the application's own secret. */
  refuseAll(isRefusing: boolean): void;
  close(): Promise<void>;
}

/** The headers by which Discord signs what it asks us, as it does with its own key unless another one is given. */
export function signedByDiscord(body: string, at: Date = new Date(), key: KeyObject = privateKey) {
  return signInteraction(body, at, key);
}

export async function openFakeDiscord(clock: () => Date = () => new Date()): Promise<FakeDiscord> {
  const calls: string[] = [];
  const state = newDiscordState();
  const discord = createDiscordStandIn({
    ...{ ...DISCORD_APP, secret: SECRET, returnUrl: null, prefix: "", clock, state },
  });
  const server = await listenWith(discord.answer, (call) =>
    calls.push(call.replace("/api/v10", "").replace(/\/[\w-]{60,}/, "/TOKEN")),
  );
  return {
    ...{ origin: server.origin, messages: state.messages, calls },
    get commands() {
      return state.commands as RESTPutAPIApplicationCommandsJSONBody;
    },
    async allow(authorizeUrl, guildId, name) {
      const back = discord.leadBack(new URL(authorizeUrl), { guildId, name });
      if (!back) throw new Error("Discord does not know what is asked for");
      return back.searchParams.toString();
    },
    takeAway(guildId) {
      for (const [id, webhook] of state.webhooks) if (webhook.guildId === guildId) state.deleted.add(id);
    },
    limit(guildId, until) {
      if (until) state.limits.set(guildId, until);
      else state.limits.delete(guildId);
    },
    fail(guildId, isFailing) {
      if (isFailing) state.failing.add(guildId);
      else state.failing.delete(guildId);
    },
    refuseAll(refuses) {
      state.isRefusing = refuses;
    },
    close: server.close,
  };
}
