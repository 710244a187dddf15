import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { lockAccount } from "../../../domain/auth/operators.server.ts";
import { findUserForOperator } from "../../../domain/users/user.server.ts";
import { lockForm } from "../../../domain/verification/verification.schema.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { atName } from "../../../ui/components/at-name.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { form, pageActs } from "../acts.server.ts";
import type { Route } from "./+types/lock";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const user = isId(params.id) ? await findUserForOperator(db, params.id) : null;
  if (user?.role !== "CREATOR") throw data(null, { status: 404 });
  return {
    title: getI18n(context).t("admin:lock.of", { name: atName(user.username ?? user.email) }),
    id: user.id,
    isLockable: user.status !== "LOCKED" && user.username !== null,
  };
}

export const action = pageActs({
  lock: form(lockForm, async ({ services, id, operator_id }, { reason }) => {
    const done = await lockAccount(services, { user_id: id, operator_id, reason });
    return redirect(`/admin/users/${id}?done=${done}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Lock({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { title, id, isLockable } = loaderData;
  return (
    <AdminPage title={title}>
      {isLockable ? (
        <ReasonForm
          intent="lock"
          schema={lockForm}
          title={t("lock.title")}
          text={t("lock.text")}
          help={t("lock.reasonHelp")}
          button={t("lock.go")}
          isGrave
        />
      ) : (
        <p className="note">{t("user.done.gone")}</p>
      )}
      <div className="actions">
        <ButtonLink to={`/admin/users/${id}`}>{t("lock.back")}</ButtonLink>
      </div>
    </AdminPage>
  );
}
