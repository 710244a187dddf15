import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, redirect } from "react-router";
import { isThereAnotherAdmin } from "../../../domain/auth/operators.server.ts";
import {
  inviteOperator,
  listInvitations,
  listOperators,
} from "../../../domain/operator-acts/operator-accounts.server.ts";
import { inviteOperatorForm, OPERATOR_ROLES } from "../../../domain/operator-roles.schema.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { FieldsForm, useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { time } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/name-parts.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { useActReply } from "../../../ui/lost-connection.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { type PageAct, pageActs } from "../acts.server.ts";
import { deskOf, doneText } from "../desk.server.ts";
import { TableCard } from "../page-parts.tsx";
import type { Route } from "./+types/operators";
import { RoleFacts, useRoleOptions } from "./roles.tsx";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db, clock, t, moment, stamp } = deskOf(context);
  const { id: self } = await requireViewer(request, context);
  const [operators, invitations] = await Promise.all([listOperators(db, clock()), listInvitations(db)]);
  return {
    done: doneText(url, ["waiting", "removed"], (done) => t(`operators:done.${done}`)),
    isOnly: !(await isThereAnotherAdmin(db, self)),
    operators: operators.map(({ id, email, role, signed_in_at, is_invited, link_until, waiting }) => ({
      ...{ id, email, role, isSelf: id === self, waiting },
      link: is_invited ? { until: link_until === null ? null : moment(link_until) } : null,
      signedIn: signed_in_at && stamp(signed_in_at),
    })),
    invitations: invitations.map(({ made_at, ...each }) => ({ ...each, since: stamp(made_at) })),
  };
}

const invite: PageAct = async ({ services, operator_id, posted }, { request, context }) => {
  const form = parseForm(request, context, posted, inviteOperatorForm);
  if (!form.ok) return form.reply;
  const locale = getLocale(context);
  const outcome = await inviteOperator(services, { ...form.value, operator_id, locale });
  if (outcome !== "waiting") return form.refuse({ email: `errors.operator.${outcome}` });
  return redirect("/admin/operators?done=waiting", 303);
};

export const action = pageActs({
  invite,
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Operators({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("operators");
  const { done, isOnly, operators, invitations } = loaderData;
  return (
    <AdminPage title={t("title")} done={done}>
      <p className={isOnly ? "note" : "help"}>{t(isOnly ? "alone" : "intro")}</p>
      <TableCard
        caption={t("list")}
        columns={[t("email"), t("roleName"), time(t("signedIn"))]}
        empty=""
        rows={operators.map((each) => ({
          key: each.id,
          cells: [
            <Email key="email" {...each} />,
            <Role key="role" {...each} />,
            each.signedIn ?? t("never"),
          ],
        }))}
      />
      {invitations.length > 0 ? (
        <TableCard
          title={t("invitations")}
          columns={[t("email"), t("roleName"), t("maker"), time(t("since"))]}
          empty=""
          rows={invitations.map((each) => ({
            key: each.id,
            cells: [
              <Link key="email" className="row-link" to={`/admin/approvals/${each.act_id}`}>
                <LongText text={each.email} />
              </Link>,
              t(`role.${each.role}`),
              <LongText key="maker" text={each.maker} />,
              each.since,
            ],
          }))}
        />
      ) : null}
      <InviteForm />
    </AdminPage>
  );
}

type Shown = Route.ComponentProps["loaderData"]["operators"][number];

function Email({ id, email, isSelf, link }: Shown) {
  const { t } = useTranslation("operators");
  const until = link?.until ? t("linkUntil", { at: link.until }) : t("linkEnded");
  return (
    <>
      {isSelf ? (
        <LongText text={email} />
      ) : (
        <Link className="row-link" to={`/admin/operators/${id}`}>
          <LongText text={email} />
        </Link>
      )}{" "}
      {isSelf ? <small>({t("you")})</small> : null}
      {link ? <small>{`${t("invited")}, ${until}`}</small> : null}
    </>
  );
}

function Role({ role, waiting }: Shown) {
  const { t } = useTranslation("operators");
  const wanted = OPERATOR_ROLES.find((each) => each === waiting?.role);
  return (
    <>
      {t(`role.${role}`)}{" "}
      {waiting && wanted ? (
        <Link to={`/admin/approvals/${waiting.id}`}>{t("becomes", { role: t(`role.${wanted}`) })}</Link>
      ) : null}
    </>
  );
}

function InviteForm() {
  const { t } = useTranslation("operators");
  const { form, fields, input, select } = useCheckedForm({
    id: "invite",
    lastResult: useActReply("invite"),
    schema: inviteOperatorForm,
  });
  const labels = { email: t("email"), role: t("roleName") };
  return (
    <Card title={t("invite.title")}>
      <RoleFacts />
      <FieldsForm form={form} labels={labels} decision="invite">
        <TextInput
          {...input(fields.email, "email")}
          label={labels.email}
          description={t("invite.help")}
          autoComplete="off"
          maxLength={254}
        />
        <NativeSelect {...select(fields.role)} label={labels.role} data={useRoleOptions()} />
        <SubmitButton intent="invite">{t("invite.go")}</SubmitButton>
      </FieldsForm>
    </Card>
  );
}
