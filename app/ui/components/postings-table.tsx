import type { ReactElement } from "react";
import { useTexts } from "../texts.ts";
import { DataTable } from "./data-table.tsx";
import { useLedgerNames } from "./ledger-names.ts";
import { ShortId } from "./short-id.tsx";

/** A sentence of the books as it is shown. */
export interface ShownPosting {
  transaction: number;
  kind: string;
  from: { code: string; owner: string };
  to: { code: string; owner: string };
  amount: string;
  at: string;
}

/** Postings as sentences, "from → to". */
export function PostingsTable({ postings }: { postings: readonly ShownPosting[] }): ReactElement {
  const { t } = useTexts("books");
  const names = useLedgerNames();
  return (
    <DataTable
      caption={t("postings.title")}
      columns={[
        t("postings.sentence"),
        { name: t("postings.amount"), isFigure: true },
        t("postings.kind"),
        t("postings.at"),
      ]}
      empty={t("postings.empty")}
      rows={postings.map((posting, index) => ({
        key: `${posting.transaction}-${index}`,
        cells: [
          <span key="sentence">
            <Account {...posting.from} /> → <Account {...posting.to} />
          </span>,
          posting.amount,
          <a key="kind" href={`/admin/books/transactions/${posting.transaction}`}>
            {names.posting(posting.kind)}
          </a>,
          posting.at,
        ],
      }))}
    />
  );
}

/** An account in words, its code where one points at it, and whose it is: a creator's, or of a country. */
function Account({ code, owner }: { code: string; owner: string }): ReactElement {
  const names = useLedgerNames();
  return (
    <>
      <span title={code}>{names.account(code)}</span>
      {owner === "" ? null : (
        <b className="owner"> {owner.length === ID_LENGTH ? <ShortId id={owner} /> : owner}</b>
      )}
    </>
  );
}

/** An owner without a username is named by an id. */
const ID_LENGTH = 36;
