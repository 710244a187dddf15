import { z } from "zod";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** A network refuses what a creator once allowed, or the channel is gone: nothing is posted there any more. */
export const microblogLinkFailed = mailTemplate({
  params: z.object({
    network: z.string(),
    voice: z.enum(["creator", "channel"]),
    handle: z.string(),
    failed_at: z.iso.datetime(),
  }),
  sample: { network: "X", voice: "creator", handle: "joerdis", failed_at: "2026-11-23T09:30:00.000Z" },
  write({ network, voice, handle, failed_at }, { locale, t, publicUrl }) {
    const at = formatMomentInBerlin(failed_at, locale);
    if (voice === "channel")
      return letter({
        locale,
        subject: t("microblog.subject", { network }),
        heading: t("microblog.heading", { network }),
        paragraphs: [t("microblog.channelText", { network, handle, at }), t("microblog.channelAgain")],
        link: { text: t("microblog.open"), url: `${publicUrl}/account/discord` },
        footer: t("microblog.channelFooter", { network }),
      });
    return letter({
      locale,
      subject: t("microblog.subject", { network }),
      heading: t("microblog.heading", { network }),
      paragraphs: [t("microblog.text", { network, handle, at }), t("microblog.again")],
      link: { text: t("microblog.open"), url: `${publicUrl}/account/twitter` },
      footer: t("microblog.footer", { network }),
    });
  },
});
