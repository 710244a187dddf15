import { data } from "react-router";
import { type Services, servicesContext } from "../../../context.ts";
import { listAccountPostings, type PostingPlace } from "../../../domain/ledger/ledger.server.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { requireViewer } from "../../../http/guards.server.ts";
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

/** The postings of one account, the newest first, each with its balance, and leading to its transaction. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const asked = askedAccounts(params);
  const account = asked && { ...asked, owner: askedOwner(params.owner) };
  const link = { path: account ? accountPath(account) : "", holder: viewer.id };
  const place = askedPlace(services, url.searchParams, link);
  const found = account && (await listAccountPostings(services.db, account, place));
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
      balance:
        posting.balance_minor === null ? "–" : formatAmount(posting.balance_minor, account.currency, locale),
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
    opening:
      found.opening_minor === null ? null : formatAmount(found.opening_minor, account.currency, locale),
    next: nextAddress(services, found.next, link),
  };
}

type SignedLink = Parameters<Services["tokens"]["signLink"]>[0];

const HOUR_MS = 3_600_000;

/**
 * Where a page begins, as "{transaction}-{place in it}", with the balance there and its signature: figures that stand in
 * an address are believed when we wrote them. What makes no sense counts as not asked.
 */
function askedPlace(
  { tokens, clock }: Pick<Services, "tokens" | "clock">,
  query: URLSearchParams,
  link: Omit<SignedLink, "file">,
): PostingPlace | null {
  const [, transaction, seq] = /^(\d{1,15})-(\d{1,4})$/.exec(query.get("after") ?? "") ?? [];
  if (transaction === undefined) return null;
  const [, balance, signature = ""] = /^(-?\d{1,15})~(.*)$/.exec(query.get("balance") ?? "") ?? [];
  const file = `${transaction}-${seq} ${balance}`;
  const isOurs = balance !== undefined && tokens.isSigned({ ...link, file }, signature, clock());
  return {
    ...{ transaction_id: Number(transaction), seq: Number(seq) },
    balance_minor: isOurs ? Number(balance) : null,
  };
}

/** The address of the next page. */
function nextAddress(
  { tokens, clock }: Pick<Services, "tokens" | "clock">,
  next: PostingPlace | null,
  link: Omit<SignedLink, "file">,
): string | null {
  if (next === null) return null;
  const place = `${next.transaction_id}-${next.seq}`;
  const { balance_minor: balance } = next;
  const until = new Date(clock().getTime() + HOUR_MS);
  const signed =
    balance === null
      ? null
      : `${balance}~${tokens.signLink({ ...link, file: `${place} ${balance}` }, until)}`;
  return nextPage(link.path, place, { balance: signed });
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
            { name: t("account.balance"), isFigure: true },
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
      <div className="actions">
        <SecondLink href="/admin/books">{books("books.back")}</SecondLink>
      </div>
    </AdminPage>
  );
}
