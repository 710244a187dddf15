import type { ReactElement } from "react";
import { DataTable } from "../display/data-table.tsx";
import { shortId } from "../display/short-id.ts";
import { useTexts } from "../texts.ts";

/** What stands on each account of one currency, on its own side. */
export function BalanceTable({
  caption,
  rows,
}: {
  caption: string;
  rows: readonly { code: string; debit: string; credit: string }[];
}): ReactElement {
  const { t } = useTexts("books");
  return (
    <DataTable
      caption={caption}
      columns={[t("books.account"), t("books.debit"), t("books.credit")]}
      empty=""
      rows={rows.map((row) => ({
        key: row.code,
        cells: [
          <span key="code" className="change">
            {row.code}
          </span>,
          row.debit || "–",
          row.credit || "–",
        ],
      }))}
    />
  );
}

/** What each check of the books has found. */
export function CheckList({ checks }: { checks: readonly { name: string; rows: number }[] }): ReactElement {
  const { t } = useTexts("books");
  return (
    <div role="status">
      <DataTable
        caption={t("books.check")}
        columns={[t("books.checkName"), t("books.checkResult")]}
        empty=""
        rows={checks.map((check) => ({
          key: check.name,
          cells: [
            <span key="name" className="change">
              {check.name}
            </span>,
            check.rows === 0 ? (
              t("books.clean")
            ) : (
              <strong key="rows">{t("books.faults", { count: check.rows })}</strong>
            ),
          ],
        }))}
      />
    </div>
  );
}

interface Owing {
  creator_id: string;
  username: string | null;
  currency: string;
  owed: string;
}

/** Who owes, with a button each that gives the debt up. */
export function OwingList({ owing }: { owing: readonly Owing[] }): ReactElement {
  const { t } = useTexts("books");
  return (
    <DataTable
      caption={t("books.owing")}
      columns={[t("books.creator"), t("books.owed"), t("books.giveUp")]}
      empty={t("books.nobodyOwes")}
      rows={owing.map((each) => ({
        key: each.creator_id + each.currency,
        cells: [
          <a key="creator" href={`/admin/users/${each.creator_id}`}>
            {each.username === null ? shortId(each.creator_id) : `@${each.username}`}
          </a>,
          each.owed,
          <form key="form" method="post" action="/admin/books/write-off" className="search">
            <input type="hidden" name="creator_id" value={each.creator_id} />
            <input type="hidden" name="currency" value={each.currency} />
            <label>
              {t("payment.reason")}
              <input name="reason" className="plain-input" required maxLength={500} />
            </label>
            <button type="submit" className="second-button warn-button">
              {t("books.giveUp")}
            </button>
          </form>,
        ],
      }))}
    />
  );
}

interface ShownSettlement {
  id: string;
  at: string;
  rows_count: number;
  sums: readonly { gross: string; fee: string }[];
  unknown_references: readonly string[];
}

/** The settlements that were imported last, and what of them fits no payment. */
export function SettlementList({ settlements }: { settlements: readonly ShownSettlement[] }): ReactElement {
  const { t } = useTexts("books");
  return (
    <DataTable
      caption={t("books.settlements")}
      columns={[t("books.imported"), t("books.rows"), t("books.gross"), t("books.fee"), t("books.unknown")]}
      empty={t("books.noSettlements")}
      rows={settlements.map((each) => ({
        key: each.id,
        cells: [
          each.at,
          each.rows_count,
          each.sums.map((sum) => sum.gross).join(", "),
          each.sums.map((sum) => sum.fee).join(", "),
          each.unknown_references.join(", ") || "–",
        ],
      }))}
    />
  );
}
