import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { servicesContext } from "../../context.ts";
import { findAccount } from "../../domain/users/user.server.ts";
import { type Checklist as ChecklistFacts, checklistOf, isOperator } from "../../domain/users/viewer.ts";
import { payoutsWaitUntil } from "../../http/account-standing.server.ts";
import { featuresOf } from "../../http/features.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { CHECKLIST_PAGES } from "../../ui/components/checklist-pages.ts";
import { EmailChangedNote } from "../../ui/components/email-changed-note.tsx";
import { CheckGlyph, ClockGlyph } from "../../ui/components/icons.tsx";
import { PageLink } from "../../ui/components/page-link.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/overview";

/** docs/product.md, 6.8. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const account = await findAccount(context.get(servicesContext).db, viewer.id);
  const { microblog, discord: chatBot } = featuresOf(context);
  return {
    features: { microblog, chatBot },
    email: account.email,
    username: account.username,
    checklist: isOperator(viewer) ? null : checklistOf(viewer),
    waitsUntil: await payoutsWaitUntil(context, viewer.id),
  };
}

/** Operators have no profile, so creators' pages are separate. */
const PAGES = [
  ["edit", "/account/edit", "creators"],
  ["amounts", "/account/amounts", "creators"],
  ["email", "/account/email", "all"],
  ["password", "/account/password", "all"],
  ["security", "/account/security", "all"],
  ["api", "/account/api", "creators"],
  ["webhooks", "/account/webhooks", "creators"],
  ["overlay", "/dashboard/overlay", "creators"],
  ["settings", "/account/settings", "all"],
  ["privacy", "/account/privacy", "all"],
  ["currency", "/account/currency", "creators"],
  ["socialMedia", "/account/socialmedia", "creators"],
  ["microblog", "/account/twitter", "creators"],
  ["chatBot", "/account/discord", "creators"],
  ["payoutData", "/account/payoutdata", "creators"],
  ["tax", "/account/tax", "creators"],
  ["payouts", "/payout", "creators"],
  ["verification", "/account/verification", "creators"],
  ["terms", "/account/verification-terms", "creators"],
  ["export", "/account/export", "all"],
  ["delete", "/account/delete", "all"],
] as const;

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const { checklist, email, username, waitsUntil } = loaderData;
  const features: Partial<Record<string, boolean>> = loaderData.features;
  const pages = PAGES.filter(
    ([page, , whose]) => (whose === "all" || checklist !== null) && features[page] !== false,
  );
  return (
    <AccountPage title={t("overview.title")} intro={username ? `@${username} · ${email}` : email}>
      <EmailChangedNote waitsUntil={waitsUntil} />
      {checklist ? <Checklist checklist={checklist} /> : null}
      <Card title={t("overview.pages")}>
        <ul className="rows">
          {pages.map(([page, href]) => (
            <li key={page}>
              <PageLink href={href}>{t(`pages.${page}`)}</PageLink>
            </li>
          ))}
        </ul>
      </Card>
    </AccountPage>
  );
}

function Checklist({ checklist }: { checklist: ChecklistFacts }) {
  const { t } = useTranslation("account");
  const { t: ofHome } = useTranslation("dashboard");
  return (
    <Card title={t("overview.checklist")}>
      <ul className="rows">
        {CHECKLIST_PAGES.map(([part, href]) => {
          const state = checklist[part];
          return (
            <li key={part}>
              <Link to={href}>
                {part === "verification" ? t("pages.verification") : ofHome(`home.need.${part}`)}
              </Link>
              <span className={state === "done" ? "mark mark-done" : "mark"}>
                {state === "done" ? <CheckGlyph size={16} /> : <ClockGlyph size={16} />}
                {t(`overview.${state}`)}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
