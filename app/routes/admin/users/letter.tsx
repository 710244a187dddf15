import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { findEmailUndoEnd, findMoneyLeft, listDeletionBlocks } from "../../../domain/auth/deletion.server.ts";
import {
  announceDeletion,
  deleteByLetter,
  findAnnouncedDeletion,
  sendExport,
} from "../../../domain/support/letters.server.ts";
import { deletionForm } from "../../../domain/users/settings.schema.ts";
import { findUserForOperator } from "../../../domain/users/user.server.ts";
import { lockForm } from "../../../domain/verification/verification.schema.ts";
import { isId } from "../../../http/ids.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { FieldsForm, useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { atName } from "../../../ui/components/name-parts.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { useActReply } from "../../../ui/lost-connection.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { form, pageActs, withFreshCode, withinMails } from "../acts.server.ts";
import { deskOf, doneText } from "../desk.server.ts";
import type { Route } from "./+types/letter";

const DONE = ["export_sent", "announced", "balance_open", "email_undo_open", "gone"] as const;

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db, clock, t, money, moment } = deskOf(context);
  const user = isId(params.id) ? await findUserForOperator(db, params.id) : null;
  if (user?.role !== "CREATOR") throw data(null, { status: 404 });
  const [left, undoEnd, announced] = await Promise.all([
    findMoneyLeft(db, user.id, rulesOf(context)),
    findEmailUndoEnd(db, user.id, clock()),
    findAnnouncedDeletion(db, user.id, clock()),
  ]);
  return {
    id: user.id,
    title: t("support:letter.of", { name: atName(user.username ?? user.email) }),
    done: doneText(url, DONE, (done) => t(`support:letter.done.${done}`)),
    announcedAt: moment(announced),
    undoEnd: moment(undoEnd),
    blocks:
      left.outcome !== "open"
        ? []
        : (await listDeletionBlocks(db, user.id)).map((block) => ({
            kind: block.kind,
            amount: "amount_minor" in block ? money(block.amount_minor, block.currency) : "",
          })),
    remainder:
      left.outcome === "remainder"
        ? left.sums.map(({ amount_minor, currency }) => money(amount_minor, currency)).join(", ")
        : null,
  };
}

const backTo = (id: string, done: string) => redirect(`/admin/users/${id}/letter?done=${done}`, 303);

export const action = pageActs({
  export: withinMails(
    form(lockForm, async ({ services, id, operator_id }, { reason }) =>
      backTo(id, await sendExport(services, { user_id: id, operator_id, reason })),
    ),
  ),
  announce: withinMails(
    form(lockForm, async ({ services, id, operator_id }, { reason }) =>
      backTo(id, await announceDeletion(services, { user_id: id, operator_id, reason })),
    ),
  ),
  delete: withFreshCode(
    form(deletionForm, async ({ services, id, operator_id }, { forfeit_balance }) => {
      const given = { user_id: id, operator_id, forfeits: forfeit_balance };
      const done = await deleteByLetter(services, given);
      return done === "deleted" ? redirect(`/admin/users/${id}?done=deleted`, 303) : backTo(id, done);
    }),
  ),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Letter({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("support");
  const { id, title, done, announcedAt } = loaderData;
  return (
    <AdminPage title={title} done={done}>
      <ReasonForm
        intent="export"
        schema={lockForm}
        title={t("letter.export.title")}
        text={t("letter.export.text")}
        label={t("letter.reason")}
        help={t("letter.reasonHelp")}
        button={t("letter.export.go")}
      />
      {isBlocked(loaderData) ? (
        <Blocked {...loaderData} />
      ) : announcedAt === null ? (
        <ReasonForm
          intent="announce"
          schema={lockForm}
          title={t("letter.deletion.title")}
          text={t("letter.deletion.text")}
          label={t("letter.reason")}
          help={t("letter.reasonHelp")}
          button={t("letter.deletion.announce")}
          isGrave
        />
      ) : (
        <LastPress at={announcedAt} remainder={loaderData.remainder} />
      )}
      <div className="actions">
        <ButtonLink to={`/admin/users/${id}`}>{t("letter.back")}</ButtonLink>
      </div>
    </AdminPage>
  );
}

type Shown = Route.ComponentProps["loaderData"];

const isBlocked = ({ blocks, undoEnd }: Shown) => blocks.length > 0 || undoEnd !== null;

function Blocked({ blocks, undoEnd }: Shown) {
  const { t } = useTranslation("support");
  const { t: account } = useTranslation("account");
  return (
    <Card title={t("letter.deletion.title")}>
      <p>{t("letter.deletion.blocked")}</p>
      <ul className="points">
        {undoEnd === null ? null : <li>{t("letter.deletion.undo", { until: undoEnd })}</li>}
        {blocks.map(({ kind, amount }) => (
          <li key={`${kind} ${amount}`}>{account(`deletion.blocks.${kind}`, { amount })}</li>
        ))}
      </ul>
    </Card>
  );
}

function LastPress({ at, remainder }: { at: string; remainder: string | null }) {
  const { t } = useTranslation("support");
  const {
    form: deletion,
    fields,
    textOf,
  } = useCheckedForm({
    id: "delete",
    lastResult: useActReply("delete"),
    schema: deletionForm,
  });
  const labels = { forfeit_balance: t("letter.deletion.givesUp", { amount: remainder ?? "" }) };
  return (
    <Card title={t("letter.deletion.title")}>
      <p>{t("letter.deletion.last", { at })}</p>
      <FieldsForm form={deletion} labels={labels} hasHidden decision="delete">
        {remainder === null ? null : (
          <Checkbox
            name={fields.forfeit_balance.name}
            id={fields.forfeit_balance.id}
            label={labels.forfeit_balance}
            error={textOf(fields.forfeit_balance.errors)}
          />
        )}
        <SubmitButton kind="warn" intent="delete">
          {t("letter.deletion.go")}
        </SubmitButton>
      </FieldsForm>
    </Card>
  );
}
