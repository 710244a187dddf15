import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { searchForm } from "../../domain/support/support.schema.ts";
import { readForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { FieldsForm, useCheckedForm } from "../../ui/components/checked-fields.tsx";
import { figure, time } from "../../ui/components/data-table.tsx";
import { LongText, NameParts } from "../../ui/components/name-parts.tsx";
import { ShortId } from "../../ui/components/short-id.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { orNotSent } from "../../ui/lost-connection.ts";
import { AdminPage } from "../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/search";
import { deskOf } from "./desk.server.ts";
import { StatusOf, TableCard } from "./page-parts.tsx";
import { type SearchResult, searchedFor } from "./search.server.ts";

/** A link may name a term; the form posts it, since most terms name a person. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const title = deskOf(context).t("support:search.title");
  const asked = searchForm.safeParse({ q: url.searchParams.get("q") ?? undefined });
  return { title, result: asked.success ? await searchedFor(request, context, asked.data.q) : null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = parseForm(request, context, await readForm(request), searchForm);
  return form.ok ? { result: await searchedFor(request, context, form.value.q) } : form.reply;
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return await orNotSent(serverAction(), (reply) => reply);
}

export default function Search({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("support");
  const answer = actionData && "result" in actionData ? actionData.result : null;
  const result = answer ?? (actionData ? null : loaderData.result);
  const { form, fields, input } = useCheckedForm({
    id: "search",
    lastResult: actionData && !("result" in actionData) ? actionData : null,
    schema: searchForm,
    defaultValue: { q: result?.words ?? "" },
  });
  const labels = { q: t("search.term") };
  return (
    <AdminPage title={loaderData.title}>
      <FieldsForm form={form} labels={labels}>
        <TextInput
          {...input(fields.q)}
          label={labels.q}
          description={t("search.help")}
          autoComplete="off"
          maxLength={254}
        />
        <SubmitButton>{t("search.go")}</SubmitButton>
      </FieldsForm>
      {result === null ? null : <Results result={result} />}
    </AdminPage>
  );
}

function Results({ result: { users, payments, vouchers } }: { result: SearchResult }) {
  const { t } = useTranslation("support");
  if (users.rows.length + payments.rows.length + vouchers.rows.length === 0)
    return (
      <p className="note" role="status">
        {t("search.none")}
      </p>
    );
  return (
    <>
      {users.rows.length === 0 ? null : <FoundUsers users={users} />}
      {payments.rows.length === 0 ? null : <FoundPayments payments={payments} />}
      {vouchers.rows.length === 0 ? null : <FoundVouchers vouchers={vouchers} />}
    </>
  );
}

function FoundUsers({ users: { rows, has_more } }: Pick<SearchResult, "users">) {
  const { t } = useTranslation("support");
  const hasAccounts = rows.some(({ account }) => account !== null);
  return (
    <TableCard
      title={t("search.users")}
      columns={[
        t("search.user"),
        t("search.name"),
        t("search.email"),
        t("search.state"),
        ...(hasAccounts ? [t("search.account")] : []),
      ]}
      empty=""
      rows={rows.map(({ id, username, name, email, state, account }) => ({
        key: id,
        cells: [
          <Link key="user" className="row-link" to={`/admin/users/${id}`}>
            {username === null ? <ShortId id={id} /> : <NameParts text={`@${username}`} />}
          </Link>,
          <LongText key="name" text={name} />,
          <LongText key="email" text={email} />,
          <StatusOf key="state" chip={state} />,
          ...(hasAccounts ? [account] : []),
        ],
      }))}
    >
      <MoreFound hasMore={has_more} />
    </TableCard>
  );
}

function FoundPayments({ payments: { rows, has_more } }: Pick<SearchResult, "payments">) {
  const { t } = useTranslation("support");
  return (
    <TableCard
      title={t("search.payments")}
      columns={[
        t("search.payment"),
        figure(t("search.amount")),
        t("search.state"),
        t("search.receiver"),
        t("search.payer"),
        time(t("search.at")),
      ]}
      empty=""
      rows={rows.map(({ id, amount, state, username, group_slug, voucher_id, payer_email, at }) => ({
        key: id,
        cells: [
          <Link key="payment" className="row-link" to={`/admin/payments/${id}`}>
            <ShortId id={id} />
          </Link>,
          amount,
          <StatusOf key="state" chip={state} />,
          voucher_id !== null ? (
            t("search.voucher")
          ) : (
            <LongText
              key="receiver"
              text={username !== null ? `@${username}` : group_slug && `/gl/${group_slug}`}
            />
          ),
          <LongText key="payer" text={payer_email} />,
          at,
        ],
      }))}
    >
      <MoreFound hasMore={has_more} />
    </TableCard>
  );
}

function FoundVouchers({ vouchers: { rows, has_more } }: Pick<SearchResult, "vouchers">) {
  const { t } = useTranslation("support");
  return (
    <TableCard
      title={t("search.vouchers")}
      columns={[
        t("search.voucher"),
        figure(t("search.amount")),
        t("search.state"),
        t("search.payer"),
        time(t("search.at")),
      ]}
      empty=""
      rows={rows.map(({ id, code_end, amount, state, email, at }) => ({
        key: id,
        cells: [
          <Link key="voucher" className="row-link money" to={`/admin/vouchers/${id}`}>
            …{code_end}
          </Link>,
          amount,
          <StatusOf key="state" chip={state} />,
          <LongText key="payer" text={email} />,
          at,
        ],
      }))}
    >
      <MoreFound hasMore={has_more} />
    </TableCard>
  );
}

function MoreFound({ hasMore }: { hasMore: boolean }) {
  const { t } = useTranslation("support");
  return hasMore ? <p className="help">{t("search.more")}</p> : null;
}
