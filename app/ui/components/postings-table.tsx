import { useTexts } from "../texts.ts";
import { DataTable, figure } from "./data-table.tsx";
import { useLedgerNames } from "./ledger-names.ts";
import { ShortId } from "./name-parts.tsx";

export interface ShownPosting {
  transaction: number;
  kind: string;
  from: { code: string; owner: string };
  to: { code: string; owner: string };
  amount: string;
  at: string;
}

export function PostingsTable({ postings }: { postings: readonly ShownPosting[] }) {
  const { t } = useTexts("books");
  const names = useLedgerNames();
  return (
    <DataTable
      caption={t("postings.title")}
      columns={[t("postings.sentence"), figure(t("postings.amount")), t("postings.kind"), t("postings.at")]}
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

function Account({ code, owner }: { code: string; owner: string }) {
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

const ID_LENGTH = 36;
