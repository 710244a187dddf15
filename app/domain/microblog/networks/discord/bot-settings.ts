import { z } from "zod";

export const applicationId = z
  .string({ error: "DISCORD_PUBLIC_KEY, DISCORD_BOT_TOKEN and DISCORD_CLIENT_SECRET need it" })
  .regex(/^\d{17,20}$/, "an application's id has 17 to 20 digits");

/** The application at Discord to which the bot belongs (docs/operations.md, Discord); without its key there is none. */
export const botSettings = {
  DISCORD_APPLICATION_ID: applicationId.optional(),
  /** With which Discord signs what it asks the bot. */
  DISCORD_PUBLIC_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, "it has 64 hexadecimal digits")
    .optional(),
  DISCORD_BASE: z.url({ protocol: /^https?$/ }).optional(),
  /** With which its commands are registered. */
  DISCORD_BOT_TOKEN: z
    .string()
    .regex(/^[\w.-]{20,200}$/, "letters, digits, dots, - and _")
    .optional(),
};
