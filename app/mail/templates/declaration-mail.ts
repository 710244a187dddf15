import { LEFT_OUT, mailParams } from "../../domain/mails/mail-params.ts";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import { productRules } from "../../product-rules.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

const SUBJECTS = { CANCEL: "declaration.cancelled", WITHDRAW: "declaration.withdrawn" } as const;
const COPIES = { CANCEL: "declaration.cancelledCopy", WITHDRAW: "declaration.withdrawnCopy" } as const;

/** With the link that ends contracts; the support's copy has none. */
export const declaration = mailTemplate({
  params: mailParams.declaration,
  sample: {
    ...{ kind: "CANCEL", name: "Ida Beispiel", email: "ida@fans.example", contract: null, until: null },
    ...{ reason: null, received_at: "2026-11-28T18:30:00.000Z", is_copy: false },
    ...{ series_id: "00000000-0000-4000-8000-000000000000", words_encrypted: null },
  },
  write(said, { locale, t, publicUrl, tokens }) {
    const isWithdrawal = said.kind === "WITHDRAW";
    const at = formatMomentInBerlin(said.received_at, locale);
    const isKnown = said.is_copy || said.series_id !== null;
    // A stranger may have typed the address: without a contract the mail repeats no word of theirs.
    const words = isKnown
      ? [
          t("declaration.by", { name: said.name ?? "", email: said.email }),
          ...(said.contract === null ? [] : [t("declaration.contract", { words: said.contract })]),
          ...(said.until === null ? [] : [t("declaration.until", { words: said.until })]),
          ...(said.reason === null ? [] : [t("declaration.reason", { words: said.reason })]),
          ...([said.name, said.contract, said.until, said.reason].includes(LEFT_OUT)
            ? [t("declaration.leftOut")]
            : []),
        ]
      : [];
    const query = said.words_encrypted === null ? "" : `?received=${said.words_encrypted}`;
    const path = isWithdrawal ? "withdraw" : "cancel";
    return letter({
      locale,
      subject: t(said.is_copy ? COPIES[said.kind] : SUBJECTS[said.kind]),
      paragraphs: [
        t(isWithdrawal ? "declaration.withdrawal" : "declaration.cancellation", { at }),
        ...words,
        ...(said.is_copy
          ? []
          : said.series_id === null
            ? [t("declaration.none")]
            : [
                t("declaration.press", { days: productRules.series.declared_days }),
                ...(isWithdrawal
                  ? [t("declaration.back", { days: productRules.voucher.withdrawal_days })]
                  : []),
              ]),
      ],
      ...(said.series_id !== null && {
        link: {
          text: t("declaration.end"),
          url: `${publicUrl}/${path}/${tokens.sign("series-address", said.series_id)}${query}`,
        },
      }),
      ...(!said.is_copy && { footer: t("seriesLinks.footer") }),
    });
  },
});
