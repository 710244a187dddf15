import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { listAccountPostings, type PostingPlace } from "../../../domain/ledger/ledger.server.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { DataTable, NextPage } from "../../../ui/components/data-table.tsx";
import { useLedgerNames } from "../../../ui/components/ledger-names.ts";
import { SecondLink } from "../../../ui/components/main-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { nextPage } from "../lists.server.ts";
import type { Route } from "./+types/account";
import { accountPath, askedAccounts, askedOwner } from "./account-addresses.ts";
import { OwnerName } from "./account-owner.tsx";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** The postings of one account, the newest first, each leading to its transaction. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const locale = getLocale(context);
  const asked = askedAccounts(params);
  const account = asked && { ...asked, owner: askedOwner(params.owner) };
  const found = account && (await listAccountPostings(db, account, askedPlace(url.searchParams)));
  if (!found) throw data(null, { status: 404 });
  const { t } = getI18n(context);
  return {
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
      at: formatMoment(posting.created_at, locale),
      side: posting.side,
      amount: formatAmount(posting.amount_minor, account.currency, locale),
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
    next: nextPage(accountPath(account), found.next && `${found.next.transaction_id}-${found.next.seq}`),
  };
}

/** Where a page begins, as "{transaction}-{place in it}"; what makes no sense counts as not asked. */
function askedPlace(query: URLSearchParams): PostingPlace | null {
  const [, transaction, seq] = /^(\d{1,15})-(\d{1,4})$/.exec(query.get("after") ?? "") ?? [];
  return transaction === undefined ? null : { transaction_id: Number(transaction), seq: Number(seq) };
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("desk");
  const { t: books } = useTexts("books");
  const names = useLedgerNames();
  const { owner, username, user } = loaderData;
  return (
    <AdminPage title={loaderData.title}>
      {owner === "" ? null : (
        <p>
          {t("accounts.of")}{" "}
          {user === null ? (
            <b>{owner}</b>
          ) : (
            <a href={user}>
              <OwnerName owner={owner} username={username} />
            </a>
          )}
        </p>
      )}
      <section className="card">
        <DataTable
          caption={loaderData.title}
          columns={[
            books("postings.kind"),
            t("account.other"),
            { name: books("books.debit"), isFigure: true },
            { name: books("books.credit"), isFigure: true },
            { name: t("account.at"), isMoment: true },
          ]}
          empty={books("postings.empty")}
          rows={loaderData.postings.map((posting) => ({
            key: posting.key,
            cells: [
              <a key="kind" href={`/admin/books/transactions/${posting.transaction}`}>
                {names.posting(posting.kind)}
              </a>,
              <a key="other" href={posting.other.path}>
                {names.account(posting.other.code)}
                {posting.other.owner === "" ? null : (
                  <>
                    , <OwnerName {...posting.other} />
                  </>
                )}
              </a>,
              posting.side === "DEBIT" ? posting.amount : null,
              posting.side === "CREDIT" ? posting.amount : null,
              posting.at,
            ],
          }))}
        />
        <NextPage href={loaderData.next} text={t("account.next")} />
      </section>
      <div className="actions">
        <SecondLink href="/admin/books">{books("books.back")}</SecondLink>
      </div>
    </AdminPage>
  );
}
