import { z } from "zod";
import { networkKind } from "../network-kind.ts";
import { applicationId, botSettings } from "./bot-settings.ts";
import { discordNetwork } from "./discord.server.ts";

/** Channels of Discord (docs/operations.md, Discord): new tips are told there through a webhook that the creator opens. */
export const discordKind = networkKind({
  name: "discord",
  company: "Discord Netherlands B.V. (NL)",
  switchedOnBy: "DISCORD_CLIENT_SECRET",
  settings: {
    DISCORD_APPLICATION_ID: applicationId,
    DISCORD_CLIENT_SECRET: z
      .string()
      .regex(/^[\w-]{10,100}$/, "letters, digits, - and _")
      .meta({ description: "With it creators can have new tips announced in a channel." }),
    DISCORD_BASE: botSettings.DISCORD_BASE,
  },

  liveProblem: ({ DISCORD_BASE }) =>
    DISCORD_BASE === undefined ? null : "DISCORD_BASE is for tests; live mode needs Discord itself",

  open: (settings, { clock, publicUrl }) =>
    discordNetwork({
      applicationId: settings.DISCORD_APPLICATION_ID,
      clientSecret: settings.DISCORD_CLIENT_SECRET,
      base: settings.DISCORD_BASE ?? null,
      returnUrl: `${publicUrl}/account/discord/arrival`,
      clock,
    }),
});
