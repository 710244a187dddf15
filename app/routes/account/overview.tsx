import { Title } from "@mantine/core";
import { servicesContext } from "../../context.ts";
import { findAccount, needsOf } from "../../domain/accounts/accounts.server.ts";
import { payoutsWaitUntil } from "../../http/email-undo-end.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { CheckGlyph, ClockGlyph } from "../../ui/display/glyphs.tsx";
import { AccountPage } from "../../ui/page/account-page.tsx";
import { EmailChangedNote } from "../../ui/page/email-changed-note.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/overview";

/** The account at a glance: what is left to do (specification, section 4, derived needs), and every page of it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const account = await findAccount(context.get(servicesContext).db, viewer.id);
  return {
    title: getI18n(context).t("account:overview.title"),
    email: account.email,
    username: account.username,
    needs: needsOf(viewer),
    waitsUntil: await payoutsWaitUntil(context, viewer.id),
  };
}

const CHECKLIST = [
  ["profile", "/account/edit"],
  ["verification", "/account/verification"],
  ["payout_data", "/account/payoutdata"],
  ["social_media", "/account/socialmedia"],
] as const;

const PAGES = [
  ["edit", "/account/edit"],
  ["email", "/account/email"],
  ["password", "/account/password"],
  ["security", "/account/security"],
  ["settings", "/account/settings"],
  ["privacy", "/account/privacy"],
  ["currency", "/account/currency"],
  ["socialMedia", "/account/socialmedia"],
  ["delete", "/account/delete"],
] as const;

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("account");
  const { needs, email, username, waitsUntil } = loaderData;
  return (
    <AccountPage title={t("overview.title")} intro={username ? `@${username} · ${email}` : email}>
      <EmailChangedNote waitsUntil={waitsUntil} />
      <section className="card">
        <Title order={2}>{t("overview.checklist")}</Title>
        <ul className="rows">
          {CHECKLIST.map(([need, href]) => (
            <li key={need}>
              <a href={href}>{t(`home.need.${need}`)}</a>
              <span className={needs[need] ? "mark" : "mark mark-done"}>
                {needs[need] ? <ClockGlyph size={16} /> : <CheckGlyph size={16} />}
                {needs[need] ? t("overview.open") : t("overview.done")}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className="card">
        <Title order={2}>{t("overview.pages")}</Title>
        <ul className="rows">
          {PAGES.map(([page, href]) => (
            <li key={page}>
              <a href={href}>{t(`pages.${page}`)}</a>
            </li>
          ))}
        </ul>
      </section>
    </AccountPage>
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }];
}
