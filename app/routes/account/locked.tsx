import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { servicesContext, settingsContext } from "../../context.ts";
import { DECLINED_TOO_OFTEN } from "../../domain/auth/operators.server.ts";
import { findStatusReason } from "../../domain/users/user.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { ButtonLink } from "../../ui/components/button-link.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/locked";

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  if (viewer.status !== "LOCKED") throw redirect("/dashboard", 303);
  const { db } = context.get(servicesContext);
  const { t } = getI18n(context);
  const reason = await findStatusReason(db, viewer.id);
  return {
    reason: reason === DECLINED_TOO_OFTEN ? t("account:locked.declined") : reason,
    contactEmail: context.get(settingsContext).brand.support_email,
  };
}

export default function Locked({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const { reason, contactEmail } = loaderData;
  return (
    <AccountPage title={t("locked.title")}>
      <section className="card">
        <p>{t("locked.text")}</p>
        {reason ? (
          <p>
            <b>{t("locked.reason")}</b> {reason}
          </p>
        ) : null}
        <p>
          {t("locked.complain")} <a href="/complaint-policy">{t("locked.policy")}</a>{" "}
          <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
        </p>
        <div className="actions">
          <Button component="a" href="/account/export" className="second">
            {t("locked.export")}
          </Button>
          <ButtonLink to="/account/delete">{t("locked.delete")}</ButtonLink>
        </div>
      </section>
    </AccountPage>
  );
}
