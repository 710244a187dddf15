import { z } from "zod";

const TIP_FREQUENCIES = ["ALL", "HOURLY"] as const;
const ADVERT_FREQUENCIES = ["OFF", "DAILY", "WEEKLY"] as const;

export interface MicroblogSettings {
  on_new_tip: boolean;
  show_amount: boolean;
  tip_frequency: (typeof TIP_FREQUENCIES)[number];
  advert_frequency: (typeof ADVERT_FREQUENCIES)[number];
  on_achievement: boolean;
}

const tick = z.preprocess((value) => value === "on" || value === true, z.boolean());
const choice = <Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: "errors.microblog.choice" });

export const microblogForm = z.object({
  on_new_tip: tick,
  show_amount: tick,
  tip_frequency: choice(TIP_FREQUENCIES),
  advert_frequency: choice(ADVERT_FREQUENCIES),
  on_achievement: tick,
});

export const channelForm = microblogForm.omit({ advert_frequency: true });

export const microblogCall = z
  .object({
    tweet_on_new_donation: z.boolean(),
    tweet_on_new_donation_show_amount: z.boolean(),
    tweet_on_new_donation_frequency: z.enum(["all", "hourly"]),
    tweet_on_profile_ads_frequency: z.enum(["off", "daily", "weekly"]),
    tweet_on_tribute_achievement: z.boolean(),
  })
  .partial();

const pin = z
  .string({ error: "errors.microblog.pin" })
  .transform((typed) => typed.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{4,12}$/, "errors.microblog.pin"));

export const pinForm = z.object({ pin });

export const connectCall = z.object({ pin: pin.optional() });

export const arrivalForm = z.object({
  code: z.string().regex(/^[\w-]{1,200}$/),
  state: z.string().regex(/^[\w-]{1,200}$/),
});
