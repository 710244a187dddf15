import type { TFunction } from "i18next";
import { formatList } from "../../domain/money/formats.ts";
import { formatAmount, type Locale } from "../../domain/money/minor.ts";
import type { MailParams } from "../outbox.server.ts";
import { letter } from "./letter.tsx";
import type { MailContent } from "./mail-layout.tsx";

interface Surroundings {
  locale: Locale;
  t: TFunction<"mail">;
  /** Where the creator sees the tips. */
  url: string;
  settingsUrl: string;
}

/** One new tip, with the fan's words. */
export function newTipMail(
  tip: MailParams["new_tip"],
  { locale, t, url, settingsUrl }: Surroundings,
): MailContent {
  const amount = formatAmount(tip.amount_minor, tip.currency, locale);
  const name = tip.sender_name ?? t("newTip.anonymous");
  return letter({
    locale,
    subject: t("newTip.subject", { name, amount }),
    heading: t("newTip.heading"),
    paragraphs: [
      tip.item_name
        ? t("newTip.forItem", { name, amount, item: tip.item_name })
        : t("newTip.text", { name, amount }),
      ...(tip.message ? [t("newTip.message", { message: tip.message })] : []),
    ],
    link: { text: t("newTip.open"), url },
    footer: t("newTip.footer", { url: settingsUrl }),
  });
}

/** A day's tips: how many, and how much in each currency. */
export function newTipsMail(
  { count, sums }: MailParams["new_tips"],
  { locale, t, url, settingsUrl }: Surroundings,
): MailContent {
  const amounts = sums.map((sum) => formatAmount(sum.amount_minor, sum.currency, locale));
  const total = formatList(amounts, locale);
  return letter({
    locale,
    subject: t("newTips.subject", { count, total }),
    heading: t("newTips.heading"),
    paragraphs: [t("newTips.text", { count, total })],
    link: { text: t("newTip.open"), url },
    footer: t("newTip.footer", { url: settingsUrl }),
  });
}
