import { useTranslation } from "react-i18next";
import { data, Link } from "react-router";
import { type CausePlace, findTransaction } from "../../../domain/ledger/ledger-reports.server.ts";
import { documentNumber } from "../../../domain/money/formats.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { useLedgerNames } from "../../../ui/components/known-names.ts";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf } from "../desk.server.ts";
import { BackToBooks, PostingsTable } from "../page-parts.tsx";
import { shownPostings } from "../shown-money.server.ts";
import type { Route } from "./+types/transaction";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, locale, t, day, moment } = deskOf(context);
  const found = /^\d{1,15}$/.test(params.id) ? await findTransaction(db, Number(params.id)) : null;
  if (!found) throw data(null, { status: 404 });
  return {
    title: t("desk:transaction.title", { number: found.id }),
    kind: found.kind,
    document: found.month && found.number ? documentNumber(found.month, found.number) : null,
    posted: moment(found.created_at),
    effective: day(found.effective_at),
    cause: found.cause,
    causeId: found.place_id,
    href: PLACES[found.place](found.place_id),
    reverses: found.reverses,
    reversedBy: found.reversed_by,
    postings: shownPostings(found.transfers, locale),
  };
}

const PLACES: Record<CausePlace, (id: string) => string> = {
  payment: (id) => `/admin/payments/${id}`,
  payout: (id) => `/admin/payouts/${id}`,
  suspense: (id) => `/admin/exceptions/suspense/${id}`,
  user: (id) => `/admin/users/${id}`,
  settlement_event: (id) => `/admin/books/settlements/events/${id}`,
  correction: (id) => `/admin/books/corrections/${id}`,
  settlement: (id) => `/admin/books/settlements/${id}`,
};

export default function Transaction({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("desk");
  const { t: books } = useTranslation("books");
  const names = useLedgerNames();
  const { cause, causeId, href } = loaderData;
  const linkTo = (id: number | null) =>
    id === null ? undefined : <Link to={`/admin/books/transactions/${id}`}>{id}</Link>;
  return (
    <AdminPage title={loaderData.title}>
      <Card title={names.posting(loaderData.kind)}>
        <Facts
          facts={[
            [
              t("transaction.cause"),
              <Link key="cause" to={href}>
                {t(`transaction.causes.${cause}`)} <ShortId id={causeId} />
              </Link>,
            ],
            [t("transaction.posted"), loaderData.posted],
            [t("transaction.effective"), loaderData.effective],
            [t("transaction.document"), loaderData.document],
            [t("transaction.reverses"), linkTo(loaderData.reverses)],
            [t("transaction.reversedBy"), linkTo(loaderData.reversedBy)],
          ]}
        />
      </Card>
      <Card title={books("postings.title")}>
        <PostingsTable postings={loaderData.postings} />
      </Card>
      <BackToBooks />
    </AdminPage>
  );
}
