import { z } from "zod";
import { formatAmount } from "../../domain/money/minor.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

const PAGES = {
  pending: "/account/verification",
  redeemed: "/dashboard",
  returned: "/voucher/redeem",
  taken_back: "/account/verification",
  withdrawn: "/voucher",
} as const;

/** To the redeeming creator or the withdrawing buyer (docs/product.md, 5.12). */
export const voucherNews = mailTemplate({
  params: z.object({
    kind: z.enum(["pending", "redeemed", "returned", "taken_back", "withdrawn"]),
    amount_minor: z.number(),
    currency: z.string(),
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
