import { useTranslation } from "react-i18next";
import { data, Link } from "react-router";
import type { Services } from "../../../context.ts";
import { minuteInBerlin, momentInBerlin } from "../../../domain/calendar.ts";
import {
  type AccountName,
  accountBalanceAt,
  listAccountPostings,
} from "../../../domain/ledger/ledger-reports.server.ts";
import { formatMomentInBerlin } from "../../../domain/money/formats.ts";
import { formatAmount, type Locale } from "../../../domain/money/minor.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import { DataTable, figure, NextPage, time } from "../../../ui/components/data-table.tsx";
import { useLedgerNames } from "../../../ui/components/known-names.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf } from "../desk.server.ts";
import { BackToBooks } from "../page-parts.tsx";
import type { Route } from "./+types/account";
import { accountPath, askedAccounts, askedOwner, askedPlace, nextAddress } from "./ledger.server.ts";
import { OwnerName, PastForm } from "./ledger-parts.tsx";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const { services, locale, t, money, stamp } = deskOf(context);
  const asked = askedAccounts(params);
  const account = asked && { ...asked, owner: askedOwner(params.owner) };
  const link = { path: account ? accountPath(account) : "", holder: viewer.id };
  const place = askedPlace(services, url.searchParams, link);
  const found = account && (await listAccountPostings(services.db, account, place));
  if (!found) throw data(null, { status: 404 });
  const asked_at = url.searchParams.get("at");
  return {
    past: { path: link.path, ...(await pastOf(services, account, asked_at, locale)) },
    title: t("desk:accounts.title", {
      account: t(`books:accounts.${account.code}`),
      currency: account.currency,
    }),
    code: account.code,
    owner: account.owner,
    username: found.username,
    user: isId(account.owner) ? `/admin/users/${account.owner}` : null,
    postings: found.postings.map((posting) => ({
      key: `${posting.transaction_id}-${posting.seq}`,
      transaction: posting.transaction_id,
      kind: posting.kind,
      at: stamp(posting.created_at),
      side: posting.side,
      amount: money(posting.amount_minor, account.currency),
      balance: posting.balance_minor === null ? "–" : money(posting.balance_minor, account.currency),
      other: {
        code: posting.other_code,
        owner: posting.other_owner,
        username: posting.other_username,
        path: accountPath({
          code: posting.other_code,
          currency: account.currency,
          owner: posting.other_owner,
        }),
      },
    })),
    opening: found.opening_minor === null ? null : money(found.opening_minor, account.currency),
    next: nextAddress(services, found.next, link),
  };
}

async function pastOf(
  { db, clock }: Pick<Services, "db" | "clock">,
  account: AccountName,
  asked: string | null,
  locale: Locale,
): Promise<{ at: string; isWrong: boolean; said: { moment: string; balance: string } | null }> {
  const at = asked === null ? null : momentInBerlin(asked);
  const found = at && (await accountBalanceAt(db, account, at));
  return {
    at: asked ?? minuteInBerlin(clock()),
    isWrong: asked !== null && at === null,
    said: found && {
      moment: formatMomentInBerlin(at, locale),
      balance: formatAmount(found.balance_minor, account.currency, locale),
    },
  };
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("desk");
  const { t: books } = useTranslation("books");
  const names = useLedgerNames();
  const { owner, username, user, past } = loaderData;
  return (
    <AdminPage title={loaderData.title}>
      {owner === "" ? null : (
        <p>
          {t("accounts.of")}{" "}
          {user === null ? (
            <b>{owner}</b>
          ) : (
            <Link to={user}>
              <OwnerName owner={owner} username={username} />
            </Link>
          )}
        </p>
      )}
      <section className="card">
        <PastForm action={past.path} at={past.at} isWrong={past.isWrong} />
        {past.said ? (
          <p>
            {books("past.of", past.said)} <b>{past.said.balance}</b>
          </p>
        ) : null}
      </section>
      <section className="card">
        <DataTable
          caption={loaderData.title}
          columns={[
            books("postings.kind"),
            t("account.other"),
            figure(books("books.debit")),
            figure(books("books.credit")),
            figure(t("account.balance")),
            time(t("account.at")),
          ]}
          empty={books("postings.empty")}
          rows={loaderData.postings.map((posting) => ({
            key: posting.key,
            cells: [
              <Link key="kind" to={`/admin/books/transactions/${posting.transaction}`}>
                {names.posting(posting.kind)}
              </Link>,
              <Link key="other" to={posting.other.path}>
                {names.account(posting.other.code)}
                {posting.other.owner === "" ? null : (
                  <>
                    , <OwnerName {...posting.other} />
                  </>
                )}
              </Link>,
              posting.side === "DEBIT" ? posting.amount : null,
              posting.side === "CREDIT" ? posting.amount : null,
              posting.balance,
              posting.at,
            ],
          }))}
        />
        {loaderData.opening === null ? null : (
          <p>
            {t("account.opening")} <b>{loaderData.opening}</b>
          </p>
        )}
        <NextPage href={loaderData.next} text={t("account.next")} />
      </section>
      <BackToBooks />
    </AdminPage>
  );
}
