import { z } from "zod";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/**
 * A new link, in case it is an attacker's; or a broken one: access revoked or channel gone. `way`: a posting
 * account, a channel, or a chat account.
 */
export const networkLink = mailTemplate({
  params: z.object({
    state: z.enum(["linked", "failed"]),
    way: z.enum(["creator", "channel", "member"]),
    network: z.string(),
    handle: z.string(),
    at: z.iso.datetime(),
  }),
  sample: {
    state: "failed",
    way: "creator",
    network: "X",
    handle: "joerdis",
    at: "2026-11-23T09:30:00.000Z",
  },
  write({ state, way, network, handle, at: moment }, { locale, t, publicUrl }) {
    const at = formatMomentInBerlin(moment, locale);
    const link = {
      text: t("networkLink.open"),
      url: `${publicUrl}/account/${way === "creator" ? "twitter" : "discord"}`,
    };
    if (state === "linked")
      return letter({
        locale,
        subject: t("networkLink.linked.subject", { network }),
        heading: t("networkLink.linked.heading", { network }),
        paragraphs: [
          t(`networkLink.linked.${way}`, { network, handle, at }),
          t("networkLink.linked.unknown"),
        ],
        link,
        footer: t("networkLink.linked.footer"),
      });
    const isChannel = way === "channel";
    return letter({
      locale,
      subject: t("networkLink.subject", { network }),
      heading: t("networkLink.heading", { network }),
      paragraphs: [
        t(isChannel ? "networkLink.channelText" : "networkLink.text", { network, handle, at }),
        t(isChannel ? "networkLink.channelAgain" : "networkLink.again"),
      ],
      link,
      footer: t(isChannel ? "networkLink.channelFooter" : "networkLink.footer", { network }),
    });
  },
});
