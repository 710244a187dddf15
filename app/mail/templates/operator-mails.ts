import { mailParams } from "../../domain/mails/mail-params.ts";
import { formatCount, formatDay, formatMomentInBerlin } from "../../domain/money/formats.ts";
import { letter, linkLetter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** For operators to archive outside (docs/money.md, 4). */
export const chainHead = mailTemplate({
  params: mailParams.chain_head,
  sample: {
    ...{ day: "2026-11-21", hash: "0".repeat(64), entries_count: 120, checkpoints_count: 90 },
    ...{ destinations_count: 10, batches_count: 5, acts_count: 10, statements_count: 5 },
  },
  write({ day, hash, missing, ...counts }, { locale, t }) {
    const count = (value: number) => formatCount(value, locale);
    const title = { day: formatDay(day, locale) };
    const isWhole = hash !== null && !missing;
    return letter({
      locale,
      subject: isWhole ? t("chainHead.subject", title) : t("chainHead.subjectCut", title),
      paragraphs: [
        ...(missing
          ? [
              t("chainHead.missing", {
                day: formatDay(missing.day, locale),
                entries: count(missing.entries_count),
              }),
              missing.hash,
            ]
          : []),
        hash ?? t("chainHead.empty"),
        t("chainHead.counts", {
          entries: count(counts.entries_count),
          checkpoints: count(counts.checkpoints_count),
          destinations: count(counts.destinations_count),
          batches: count(counts.batches_count),
          acts: count(counts.acts_count),
          statements: count(counts.statements_count),
        }),
        t("chainHead.compare"),
      ],
      footer: t("chainHead.footer"),
    });
  },
});

/** The page shows the second factor's key and sets the password. */
export const operatorInvitation = linkLetter("operatorInvitation", {
  page: "/register/operator",
  purpose: "operator",
});

export const creatorInvitation = linkLetter("creatorInvitation", {
  page: "/register?invitation=",
  purpose: "creator-invitation",
});

export const operatorChanged = mailTemplate({
  params: mailParams.operator_changed,
  sample: { change: "created", email: "grace@example.org", changed_at: "2026-11-21T09:30:00.000Z" },
  write({ change, email, changed_at }, { locale, t, publicUrl }) {
    const subject = t(`operatorChanged.subject.${change}`);
    return letter({
      locale,
      subject,
      paragraphs: [
        t(`operatorChanged.text.${change}`, { email, at: formatMomentInBerlin(changed_at, locale) }),
      ],
      link: { text: t("operatorChanged.open"), url: `${publicUrl}/admin/audit` },
      footer: t("operatorChanged.footer"),
    });
  },
});

export const testMail = mailTemplate({
  params: mailParams.test_mail,
  sample: {},
  write(_params, { locale, t, publicUrl }) {
    return letter({
      locale,
      subject: t("testMail.subject"),
      paragraphs: [t("testMail.text")],
      link: { text: t("testMail.open"), url: `${publicUrl}/admin/settings/first-run` },
      footer: t("testMail.footer"),
    });
  },
});
