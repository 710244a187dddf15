import { z } from "zod";

export const applicationId = z
  .string({ error: "DISCORD_PUBLIC_KEY, DISCORD_BOT_TOKEN and DISCORD_CLIENT_SECRET need it" })
  .regex(/^\d{17,20}$/, "an application's id has 17 to 20 digits");

/** The application at Discord to which the bot belongs (docs/operations.md, Discord); without its key there is none. */
export const botSettings = {
  DISCORD_APPLICATION_ID: applicationId
    .optional()
    .meta({ description: "The application at Discord. See [Discord](operations.md#discord)." }),
  DISCORD_PUBLIC_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, "it has 64 hexadecimal digits")
    .optional()
    .meta({
      description:
        "64 hexadecimal digits, by which Discord signs its requests to the bot; without it there is no bot.",
    }),
  DISCORD_BASE: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      fallback: "Discord's own",
      description: "For tests: where a fake of Discord is. Refused in live mode with announcements.",
    }),
  DISCORD_BOT_TOKEN: z
    .string()
    .regex(/^[\w.-]{20,200}$/, "letters, digits, dots, - and _")
    .optional()
    .meta({ description: "For `npm run discord:commands` alone." }),
};
