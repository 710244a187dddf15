import { useTranslation } from "react-i18next";
import { data, Link } from "react-router";
import { servicesContext } from "../../../context.ts";
import { balanceOnSide } from "../../../domain/ledger/chart.ts";
import { listAccounts } from "../../../domain/ledger/ledger-reports.server.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { DataTable, NextPage } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { nextPage } from "../lists.server.ts";
import type { Route } from "./+types/accounts";
import { accountPath, askedAccounts } from "./account-addresses.ts";
import { OwnerName } from "./account-owner.tsx";

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const locale = getLocale(context);
  const asked = askedAccounts(params);
  if (!asked) throw data(null, { status: 404 });
  const at = url.searchParams.get("at");
  const after = url.searchParams.get("after")?.replaceAll("\0", "") ?? null;
  const { accounts, next } = await listAccounts(db, { ...asked, after });
  if (accounts.length === 0 && after === null) throw data(null, { status: 404 });
  const { t } = getI18n(context);
  return {
    title: t("desk:accounts.title", {
      account: t(`books:accounts.${asked.code}`),
      currency: asked.currency,
    }),
    accounts: accounts.map((each) => {
      const { side, amount_minor } = balanceOnSide(each);
      return {
        owner: each.owner,
        username: each.username,
        path:
          accountPath({ ...asked, owner: each.owner }) + (at === null ? "" : `?at=${encodeURIComponent(at)}`),
        side,
        amount: formatAmount(amount_minor, asked.currency, locale),
        isZero: amount_minor === 0,
      };
    }),
    next: nextPage(`/admin/books/accounts/${asked.code}/${asked.currency}`, next, { at }),
  };
}

export default function Accounts({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("desk");
  const { t: books } = useTranslation("books");
  return (
    <AdminPage title={loaderData.title}>
      <section className="card">
        <DataTable
          caption={loaderData.title}
          columns={[
            t("accounts.owner"),
            { name: books("books.debit"), isFigure: true },
            { name: books("books.credit"), isFigure: true },
          ]}
          empty={t("accounts.empty")}
          rows={loaderData.accounts.map(({ owner, username, path, side, amount, isZero }) => ({
            key: owner,
            cells: [
              <Link key="owner" to={path}>
                <OwnerName owner={owner} username={username} />
              </Link>,
              ...(["DEBIT", "CREDIT"] as const).map((each) =>
                each === side ? (
                  <span key={each} {...(isZero ? { className: "zero" } : {})}>
                    {amount}
                  </span>
                ) : null,
              ),
            ],
          }))}
        />
        <NextPage href={loaderData.next} text={t("accounts.next")} />
      </section>
      <div className="actions">
        <ButtonLink to="/admin/books">{books("books.back")}</ButtonLink>
      </div>
    </AdminPage>
  );
}
