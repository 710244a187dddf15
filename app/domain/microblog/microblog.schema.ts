import { z } from "zod";

const TIP_FREQUENCIES = ["ALL", "HOURLY"] as const;
const ADVERT_FREQUENCIES = ["OFF", "DAILY", "WEEKLY"] as const;

/** What is posted to the networks that a creator has linked (docs/product.md, 9.16). */
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

/** The five settings, as their page sends them: a tick that is missing is one that was taken away. */
export const microblogForm = z.object({
  on_new_tip: tick,
  show_amount: tick,
  tip_frequency: choice(TIP_FREQUENCIES),
  advert_frequency: choice(ADVERT_FREQUENCIES),
  on_achievement: tick,
});

/** What is announced in a channel: it is no place for adverts. */
export const channelForm = microblogForm.omit({ advert_frequency: true });

/** The same by the API's names; what is left out stays. */
export const microblogCall = z
  .object({
    tweet_on_new_donation: z.boolean(),
    tweet_on_new_donation_show_amount: z.boolean(),
    tweet_on_new_donation_frequency: z.enum(["all", "hourly"]),
    tweet_on_profile_ads_frequency: z.enum(["off", "daily", "weekly"]),
    tweet_on_tribute_achievement: z.boolean(),
  })
  .partial();

/** The PIN that a network shows: spaces around and in it do not count. */
const pin = z
  .string({ error: "errors.microblog.pin" })
  .transform((typed) => typed.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{4,12}$/, "errors.microblog.pin"));

export const pinForm = z.object({ pin });

/** Without a PIN it begins a link, with one it completes it. */
export const connectCall = z.object({ pin: pin.optional() });

/** With what the chat server leads back once a channel was chosen. */
export const arrivalForm = z.object({
  code: z.string().regex(/^[\w-]{1,200}$/),
  state: z.string().regex(/^[\w-]{1,200}$/),
});
