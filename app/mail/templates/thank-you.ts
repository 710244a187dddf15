import { z } from "zod";
import { formatDay } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const thankYou = mailTemplate({
  params: z.object({
    creator_name: z.string(),
    creator_username: z.string(),
    message: z.string(),
    currency: z.string(),
    amount_minor: z.number(),
    paid_at: z.string(),
    /** From the fan's address, for the unsubscribe link. */
    address_key: z.string(),
  }),
  sample: {
    creator_name: "Jördis Kessler",
    creator_username: "joerdis",
    message: "Danke dir! Das nächste Lied ist fast fertig.",
    currency: "EUR",
    amount_minor: 10_00,
    paid_at: "2026-11-20T18:30:00.000Z",
    address_key: "00000000-0000-4000-8000-000000000000",
  },
  write(reply, { locale, t, publicUrl, tokens }) {
    const amount = formatAmount(reply.amount_minor, reply.currency, locale);
    const name = reply.creator_name;
    const stop = `${publicUrl}/email/stop/${tokens.sign("thank-you-stop", reply.address_key)}`;
    return letter({
      locale,
      subject: t("thankYou.subject", { name }),
      heading: t("thankYou.heading", { name }),
      paragraphs: [
        t("thankYou.message", { message: reply.message }),
        t("thankYou.about", { amount, day: formatDay(reply.paid_at, locale) }),
      ],
      link: { text: t("thankYou.open", { name }), url: `${publicUrl}/${reply.creator_username}` },
      footer: t("thankYou.footer"),
      stop: { text: t("thankYou.stop"), url: stop },
    });
  },
});
