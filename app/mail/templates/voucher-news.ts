import { z } from "zod";
import { formatAmount } from "../../domain/money/minor.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** What each kind of news leads to. */
const PAGES = {
  pending: "/account/verification",
  redeemed: "/dashboard",
  returned: "/voucher/redeem",
  taken_back: "/account/verification",
  withdrawn: "/voucher",
} as const;

/**
 * What became of a voucher, for the creator who redeems it, or for the buyer who withdrew from it
 * (docs/product.md, 5.12).
 */
export const voucherNews = mailTemplate({
  params: z.object({
    kind: z.enum(["pending", "redeemed", "returned", "taken_back", "withdrawn"]),
    /** What the creator is credited with, or the buyer gets back. */
    amount_minor: z.number(),
    currency: z.string(),
    /** The last group of its code. */
    code_end: z.string(),
  }),
  sample: { kind: "redeemed", amount_minor: 25_00, currency: "EUR", code_end: "3HNA" },
  write({ kind, amount_minor, currency, code_end }, { locale, t, publicUrl }) {
    const amount = formatAmount(amount_minor, currency, locale);
    return letter({
      locale,
      subject: t(`voucherNews.subject.${kind}`, { amount }),
      heading: t(`voucherNews.heading.${kind}`),
      paragraphs: [t(`voucherNews.text.${kind}`, { amount, end: code_end })],
      link: { text: t(`voucherNews.open.${kind}`), url: `${publicUrl}${PAGES[kind]}` },
      footer: t("voucherNews.footer", { end: code_end }),
    });
  },
});
