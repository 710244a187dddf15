import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, redirect } from "react-router";
import {
  listOperators,
  removeOperator,
  requestRole,
  sendInvitationAgain,
} from "../../../domain/operator-acts/operator-accounts.server.ts";
import {
  OPERATOR_ROLES,
  type OperatorRole,
  operatorRoleForm,
} from "../../../domain/operator-roles.schema.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { FieldsForm, useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { ActCard, ReasonForm } from "../../../ui/components/reason-form.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { useActReply } from "../../../ui/lost-connection.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, form, pageActs } from "../acts.server.ts";
import { deskOf, doneText, requireFound } from "../desk.server.ts";
import { UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/operator";
import { RoleFacts, useRoleOptions } from "./roles.tsx";

const DONE = [
  ...(["waiting", "own", "unchanged", "other_waits", "last_admin", "gone"] as const),
  ...(["sent", "changed"] as const),
];

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const { db, clock, t, moment } = deskOf(context);
  const { id: self } = await requireViewer(request, context);
  const operators = await listOperators(db, clock());
  const found = await requireFound(params.id, async (id) => operators.find((each) => each.id === id));
  const { email, role, signed_in_at, is_invited, waiting } = found;
  return {
    ...{ email, role, waiting, isInvited: is_invited, isSelf: found.id === self },
    signedIn: signed_in_at && moment(signed_in_at),
    done: doneText(url, DONE, (done) => t(`operators:done.${done}`)),
  };
}

const backTo = (id: string, done: string) => redirect(`/admin/operators/${id}?done=${done}`, 303);

export const action = pageActs({
  role: form(operatorRoleForm, async ({ services, id, operator_id }, { role }) =>
    backTo(id, await requestRole(services, { user_id: id, operator_id, role })),
  ),
  remove: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const done = await removeOperator(services, { user_id: id, operator_id, reason });
    return done === "removed" ? redirect("/admin/operators?done=removed", 303) : backTo(id, done);
  }),
  again: button(async ({ services, id, operator_id }) =>
    backTo(id, await sendInvitationAgain(services, { user_id: id, operator_id })),
  ),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Operator({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("operators");
  const { email, role, signedIn, isInvited, isSelf, waiting, done } = loaderData;
  const wanted = OPERATOR_ROLES.find((each) => each === waiting?.role);
  return (
    <AdminPage title={email} done={done}>
      <UpLink to="/admin/operators">{t("page.up")}</UpLink>
      <Card title={t("page.title")}>
        <Facts
          facts={[
            [t("roleName"), t(`role.${role}`)],
            [t("signedIn"), signedIn ?? t("never")],
            [
              t("invitations"),
              waiting && wanted ? (
                <Link key="waiting" to={`/admin/approvals/${waiting.id}`}>
                  {t("becomes", { role: t(`role.${wanted}`) })}
                </Link>
              ) : undefined,
            ],
          ]}
        />
      </Card>
      {isSelf ? <p className="note">{t("done.own")}</p> : null}
      {isSelf || waiting ? null : <RoleForm role={role} />}
      {isInvited ? (
        <ActCard title={t("again.title")} text={t("again.text")} button={t("again.go")} intent="again" />
      ) : null}
      {isSelf ? null : (
        <ReasonForm
          intent="remove"
          schema={reasonForm}
          title={t("remove.title")}
          text={t("remove.text")}
          help={t("remove.help")}
          button={t("remove.go")}
          isGrave
        />
      )}
    </AdminPage>
  );
}

function RoleForm({ role }: { role: OperatorRole }) {
  const { t } = useTranslation("operators");
  const { form, fields, select } = useCheckedForm({
    id: "role",
    lastResult: useActReply("role"),
    defaultValue: { role },
    schema: operatorRoleForm,
  });
  return (
    <Card title={t("change.title")}>
      <p>{t("change.text")}</p>
      <RoleFacts />
      <FieldsForm form={form} labels={{ role: t("roleName") }} decision="role">
        <NativeSelect {...select(fields.role)} label={t("roleName")} data={useRoleOptions()} />
        <SubmitButton kind="second" intent="role">
          {t("change.go")}
        </SubmitButton>
      </FieldsForm>
    </Card>
  );
}
