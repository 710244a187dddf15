import { useTranslation } from "react-i18next";
import { data, Link } from "react-router";
import { balanceOnSide } from "../../../domain/ledger/chart.ts";
import { listAccounts } from "../../../domain/ledger/ledger-reports.server.ts";
import { figure } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf, nextPage } from "../desk.server.ts";
import { BackToBooks, TableCard } from "../page-parts.tsx";
import type { Route } from "./+types/accounts";
import { accountPath, askedAccounts } from "./ledger.server.ts";
import { OwnerName } from "./ledger-parts.tsx";

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db, t, money } = deskOf(context);
  const asked = askedAccounts(params);
  if (!asked) throw data(null, { status: 404 });
  const at = url.searchParams.get("at");
  const after = url.searchParams.get("after")?.replaceAll("\0", "") ?? null;
  const { accounts, next } = await listAccounts(db, { ...asked, after });
  if (accounts.length === 0 && after === null) throw data(null, { status: 404 });
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
        amount: money(amount_minor, asked.currency),
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
      <TableCard
        caption={loaderData.title}
        next={loaderData.next}
        nextText={t("accounts.next")}
        columns={[t("accounts.owner"), figure(books("books.debit")), figure(books("books.credit"))]}
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
      <BackToBooks />
    </AdminPage>
  );
}
