import { mailParams } from "../../domain/mails/mail-params.ts";
import { countryName, formatMomentInBerlin } from "../../domain/money/formats.ts";
import { letter, linkLetter, linkLetterOf, namedLetter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const register = linkLetter("register", { page: "/register/confirm", purpose: "register" });

export const emailChange = linkLetter("emailChange", { page: "/email/confirm", purpose: "email" });

/** To the previous address, with the undo link. */
export const emailChanged = mailTemplate({
  params: mailParams.email_changed,
  sample: { token_id: "sample", new_email: "ida.lund@example.org", undo_until: "2026-11-21T09:30:00.000Z" },
  write({ token_id, new_email, undo_until }, writing) {
    const { locale, t, publicUrl, tokens } = writing;
    const url = `${publicUrl}/email/undo/${tokens.sign("email-undo", token_id)}`;
    return namedLetter("emailChanged", writing, {
      paragraphs: [
        t("emailChanged.text", { email: new_email }),
        t("emailChanged.undo", { until: formatMomentInBerlin(undo_until, locale) }),
      ],
      link: { text: t("emailChanged.open"), url },
    });
  },
});

export const emailChangeNotice = mailTemplate({
  params: mailParams.email_change_notice,
  sample: { new_email: "ida.lund@example.org" },
  write({ new_email }, writing) {
    const { t, publicUrl } = writing;
    const url = `${publicUrl}/account/security`;
    return namedLetter("emailChangeNotice", writing, {
      paragraphs: [t("emailChangeNotice.text", { email: new_email })],
      link: { text: t("security.open"), url },
    });
  },
});

export const emailRestored = linkLetterOf(
  { page: "/password/reset", purpose: "password" },
  {
    subject: "emailRestored.subject",
    paragraphs: ["emailRestored.text", "emailRestored.check", "passwordReset.once"],
    button: "passwordReset.open",
    footer: "emailRestored.footer",
  },
);

export const passwordReset = linkLetter("passwordReset", { page: "/password/reset", purpose: "password" });

export const passwordChanged = mailTemplate({
  params: mailParams.password_changed,
  sample: { changed_at: "2026-11-21T09:30:00.000Z" },
  write({ changed_at }, writing) {
    const { locale, t, publicUrl } = writing;
    const url = `${publicUrl}/password/forgot`;
    return namedLetter("passwordChanged", writing, {
      paragraphs: [t("passwordChanged.text", { at: formatMomentInBerlin(changed_at, locale) })],
      link: { text: t("passwordChanged.open"), url },
    });
  },
});

export const passkeyChanged = mailTemplate({
  params: mailParams.passkey_changed,
  sample: { is_added: true, name: "Phone", changed_at: "2026-11-21T09:30:00.000Z" },
  write({ is_added, name, changed_at }, { locale, t, publicUrl }) {
    const at = formatMomentInBerlin(changed_at, locale);
    const subject = is_added ? t("passkey.subjectAdded") : t("passkey.subjectRemoved");
    return letter({
      locale,
      subject,
      paragraphs: [is_added ? t("passkey.textAdded", { at, name }) : t("passkey.textRemoved", { at, name })],
      link: { text: t("security.open"), url: `${publicUrl}/account/security` },
      footer: t("secondFactor.footer"),
    });
  },
});

export const secondFactorChanged = mailTemplate({
  params: mailParams.second_factor_changed,
  sample: { is_on: true, changed_at: "2026-11-21T09:30:00.000Z" },
  write({ is_on, changed_at }, { locale, t, publicUrl }) {
    const url = `${publicUrl}/account/security`;
    const at = formatMomentInBerlin(changed_at, locale);
    return letter({
      locale,
      subject: is_on ? t("secondFactor.subjectOn") : t("secondFactor.subjectOff"),
      paragraphs: [is_on ? t("secondFactor.textOn", { at }) : t("secondFactor.textOff", { at })],
      link: { text: t("security.open"), url },
      footer: t("secondFactor.footer"),
    });
  },
});

export const newDevice = mailTemplate({
  params: mailParams.new_device,
  sample: { signed_in_at: "2026-11-21T09:30:00.000Z", browser: "Firefox", system: "Linux", country: "DE" },
  write({ signed_in_at, browser, system, country }, writing) {
    const { locale, t, publicUrl } = writing;
    const named = [browser, system, country === null ? "" : countryName(country, locale)].filter(Boolean);
    return namedLetter("newDevice", writing, {
      paragraphs: [
        t("newDevice.text", { at: formatMomentInBerlin(signed_in_at, locale) }),
        ...(named.length > 0 ? [named.join(", ")] : []),
      ],
      link: { text: t("newDevice.open"), url: `${publicUrl}/account/security` },
    });
  },
});

/**
 * A new link, in case it is an attacker's; or a broken one. `way`: a posting account, a channel, or a chat
 * account.
 */
export const networkLink = mailTemplate({
  params: mailParams.network_link,
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
        paragraphs: [
          t(`networkLink.linked.${way}`, { network, handle, at }),
          t("networkLink.linked.unknown"),
        ],
        link,
      });
    const isChannel = way === "channel";
    return letter({
      locale,
      subject: t("networkLink.subject", { network }),
      paragraphs: [
        t(isChannel ? "networkLink.channelText" : "networkLink.text", { network, handle, at }),
        t(isChannel ? "networkLink.channelAgain" : "networkLink.again"),
      ],
      link,
    });
  },
});

export const webhookOff = mailTemplate({
  params: mailParams.webhook_off,
  sample: { reason: "FAILING", host: "hooks.joerdis.example" },
  write({ reason, host }, { locale, t, publicUrl }) {
    return letter({
      locale,
      subject: t("webhookOff.subject", { host }),
      paragraphs: [
        t(reason === "GONE" ? "webhookOff.gone" : "webhookOff.failing", { host }),
        t("webhookOff.again"),
      ],
      link: { text: t("webhookOff.open"), url: `${publicUrl}/account/webhooks` },
    });
  },
});

export const accountLocked = mailTemplate({
  params: mailParams.account_locked,
  sample: { reason: "Several artists reported pictures as theirs." },
  write({ reason }, writing) {
    const { t, publicUrl } = writing;
    const url = `${publicUrl}/account/locked`;
    return namedLetter("accountLocked", writing, {
      paragraphs: [
        t("accountLocked.text"),
        reason === null ? t("accountLocked.declined") : t("accountLocked.reason", { reason }),
      ],
      link: { text: t("accountLocked.open"), url },
    });
  },
});

export const deletion = linkLetter("deletion", { page: "/account/delete", purpose: "deletion" });

/** The download requires the login: the mail alone opens nothing. */
export const exportReady = mailTemplate({
  params: mailParams.export_ready,
  sample: {},
  write(_, { locale, t, publicUrl }) {
    return letter({
      locale,
      subject: t("exportReady.subject"),
      paragraphs: [t("exportReady.text"), t("exportReady.login")],
      link: { text: t("exportReady.open"), url: `${publicUrl}/account/export` },
      footer: t("exportReady.footer"),
    });
  },
});

export const deletionAnnounced = mailTemplate({
  params: mailParams.deletion_announced,
  sample: {},
  write(_, { locale, t, publicUrl }) {
    return letter({
      locale,
      subject: t("deletionAnnounced.subject"),
      paragraphs: [t("deletionAnnounced.text"), t("deletionAnnounced.before")],
      link: { text: t("exportReady.open"), url: `${publicUrl}/account/export` },
      footer: t("deletionAnnounced.footer"),
    });
  },
});

/** Its row forgets the address once sent. */
export const accountDeleted = mailTemplate({
  params: mailParams.account_deleted,
  sample: {},
  write(_, { locale, t }) {
    return letter({
      locale,
      subject: t("accountDeleted.subject"),
      paragraphs: [t("accountDeleted.text"), t("accountDeleted.kept")],
      footer: t("accountDeleted.footer"),
    });
  },
});
