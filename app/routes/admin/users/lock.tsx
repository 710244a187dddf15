import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { lockAccount } from "../../../domain/auth/auth.server.ts";
import { findUserForOperator } from "../../../domain/users/users.server.ts";
import { lockForm } from "../../../domain/verification/verification.schema.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { atName } from "../../../ui/components/at-name.ts";
import { SecondLink } from "../../../ui/components/main-button.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/lock";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** Locks an account, after it was said what that does and asked why. */
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

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  if (!isId(params.id)) throw data(null, { status: 404 });
  const form = parseForm(request, context, await readCheckableForm(request), lockForm);
  if (!form.ok) return form.reply;
  const given = { user_id: params.id, operator_id: viewer.id, reason: form.value.reason };
  const done = await lockAccount(context.get(servicesContext), given);
  return redirect(`/admin/users/${params.id}?done=${done}`, 303);
}

export default function Lock({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("admin");
  const { title, id, isLockable } = loaderData;
  return (
    <AdminPage title={title}>
      {isLockable ? (
        <ReasonForm
          id="lock"
          action={`/admin/users/${id}/lock`}
          title={t("lock.title")}
          text={t("lock.text")}
          help={t("lock.reasonHelp")}
          button={t("lock.go")}
          isGrave
          lastResult={actionData}
        />
      ) : (
        <p className="note">{t("user.done.gone")}</p>
      )}
      <div className="actions">
        <SecondLink href={`/admin/users/${id}`}>{t("lock.back")}</SecondLink>
      </div>
    </AdminPage>
  );
}
