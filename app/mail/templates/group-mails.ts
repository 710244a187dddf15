import { mailParams } from "../../domain/mails/mail-params.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** Ended memberships link to the reader's groups. */
const PAGES = {
  asked: "creators",
  left: "creators",
  approved: "page",
  declined: "list",
  removed: "list",
  deleted: "list",
  group_approved: "page",
  group_declined: "edit",
  change_approved: "page",
  change_declined: "edit",
  inherited: "edit",
} as const;

export const grouplistNews = mailTemplate({
  params: mailParams.grouplist_news,
  sample: { kind: "asked", slug: "fv5kmq2x", group: "The Quiet Choir", person: "joerdis", reason: null },
  write({ kind, slug, group, person, reason }, { locale, t, publicUrl }) {
    const name = group ?? t("grouplistNews.unnamed");
    const about = { group: name, person: `@${person ?? ""}` };
    const page = PAGES[kind];
    const paths = {
      creators: `/gl/${slug}/creators`,
      edit: `/gl/${slug}/edit`,
      page: `/gl/${slug}`,
      list: "/grouplists",
    };
    return letter({
      locale,
      subject: t(`grouplistNews.subject.${kind}`, about),
      paragraphs: [
        t(`grouplistNews.text.${kind}`, about),
        ...(reason === null ? [] : [t("grouplistNews.reason", { reason })]),
      ],
      link: { text: t(`grouplistNews.open.${page}`), url: `${publicUrl}${paths[page]}` },
    });
  },
});
