import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { findMoneyLeft, listDeletionBlocks, requestDeletion } from "../../domain/auth/deletion.server.ts";
import { findMailedToken } from "../../domain/auth/mailed-tokens.server.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import {
  leaveForGood,
  listRetainedStatements,
} from "../../domain/payouts/statements/month-statements.server.ts";
import { deletionForm } from "../../domain/users/settings.schema.ts";
import { passwordForm } from "../../domain/users/user.schema.ts";
import { payoutsWaitUntil } from "../../http/account-standing.server.ts";
import { readForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { rulesOf } from "../../http/rules.server.ts";
import { closeSession } from "../../http/sessions.server.ts";
import { authenticateOwner, toLogin } from "../../http/sign-in.server.ts";
import { ButtonLink } from "../../ui/components/button-link.tsx";
import { FaultNote } from "../../ui/components/fault-note.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/delete";
import { AskForm, LastForm } from "./delete-forms.tsx";

/** The password requests a mail, whose link leads to the final button. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const found = params.token ? await findMailedToken(db, "deletion", params.token, clock()) : null;
  const money = await findMoneyLeft(db, viewer.id, rulesOf(context));
  const waitsUntil = await payoutsWaitUntil(context, viewer.id);
  const locale = getLocale(context);
  const isReady = found?.user_id === viewer.id;
  return {
    state: params.token
      ? isReady
        ? "ready"
        : "void"
      : (await takeDone(request, context, ["sent"]))
        ? "sent"
        : "ask",
    blocks:
      money.outcome !== "open"
        ? []
        : (await listDeletionBlocks(db, viewer.id)).map((block) => ({
            kind: block.kind,
            amount: "amount_minor" in block ? formatAmount(block.amount_minor, block.currency, locale) : "",
          })),
    waitsUntil,
    remainder:
      money.outcome === "remainder"
        ? money.sums.map((sum) => formatAmount(sum.amount_minor, sum.currency, locale)).join(", ")
        : null,
  } as const;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = { ...context.get(servicesContext), rules: rulesOf(context) };
  const viewer = await requireViewer(request, context);
  const posted = await readForm(request);
  const values = { until: await payoutsWaitUntil(context, viewer.id) };
  if (params.token !== undefined) {
    const form = parseForm(request, context, posted, deletionForm, values);
    if (!form.ok) return form.reply;
    const given = { user_id: viewer.id, token: params.token, forfeits: form.value.forfeit_balance };
    const outcome = await leaveForGood(services, given);
    if (outcome === "balance_open") return form.refuse({ forfeit_balance: "errors.deletion.balance" });
    if (outcome === "email_undo_open") return form.refuse({ "": "errors.deletion.email_undo" });
    if (outcome === "last_admin") return form.refuse({ "": "errors.deletion.last_admin" });
    if (outcome === "deleted") {
      const kept = await listRetainedStatements(services.db, viewer.id);
      const link = kept.length === 0 ? "" : `/${services.tokens.sign("left-statements", viewer.id)}`;
      return redirect(`/account/deleted${link}`, { status: 303, headers: await closeSession(context) });
    }
    return form.refuse({ "": getI18n(context).t("account:deletion.void") });
  }
  const form = parseForm(request, context, posted, passwordForm, values);
  if (!form.ok) return form.reply;
  const owner = await authenticateOwner(context, viewer, form.value.password);
  if (owner.outcome === "blocked") return form.refuse({ "": "errors.login.blocked" });
  if (owner.outcome === "wrong") return form.refuse({ password: "errors.password.wrong" });
  if (!(await takeBudgets(context, [{ budget: "deletion_mail", key: viewer.id }])))
    return form.refuse({ "": "errors.forgot.blocked" });
  const outcome = await requestDeletion(services, viewer.id, owner.asker).catch(toLogin);
  if (outcome === "balance_open") return form.refuse({ "": "errors.deletion.balance" });
  if (outcome === "email_undo_open") return form.refuse({ "": "errors.deletion.email_undo" });
  if (outcome === "last_admin") return form.refuse({ "": "errors.deletion.last_admin" });
  return redirect("/account/delete", { status: 303, headers: await doneHeaders(context, "sent") });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function Delete({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const { state, blocks, remainder, waitsUntil } = loaderData;
  if (state === "sent") {
    return <AccountPage title={t("deletion.sentTitle")}>{<p>{t("deletion.sent")}</p>}</AccountPage>;
  }
  if (state === "void") {
    return (
      <AccountPage title={t("deletion.title")}>
        <FaultNote>{t("deletion.void")}</FaultNote>
        <div className="actions">
          <ButtonLink to="/account/delete">{t("deletion.again")}</ButtonLink>
        </div>
      </AccountPage>
    );
  }
  return (
    <AccountPage title={t("deletion.title")} intro={t("deletion.intro")}>
      <section className="card">
        {waitsUntil !== "" ? (
          <UndoNote until={waitsUntil} />
        ) : blocks.length > 0 ? (
          <>
            <p>{t("deletion.blocked")}</p>
            <ul className="points">
              {blocks.map(({ kind, amount }) => (
                <li key={`${kind} ${amount}`}>{t(`deletion.blocks.${kind}`, { amount })}</li>
              ))}
            </ul>
            <div className="actions">
              <ButtonLink to="/payout">{t("deletion.toPayout")}</ButtonLink>
            </div>
          </>
        ) : state === "ready" ? (
          <LastForm lastResult={actionData ?? null} remainder={remainder} />
        ) : (
          <AskForm lastResult={actionData ?? null} />
        )}
      </section>
    </AccountPage>
  );
}

function UndoNote({ until }: { until: string }) {
  const { t } = useTranslation("errors");
  return <p className="note">{t("deletion.email_undo", { until })}.</p>;
}
