import type { ReactElement } from "react";
import { useTexts } from "../texts.ts";
import { DataTable } from "./data-table.tsx";

/** A sentence of the books as it is shown. */
export interface ShownPosting {
  transaction: number;
  kind: string;
  from: string;
  to: string;
  amount: string;
  at: string;
}

/** Postings as sentences, "from → to". */
export function PostingsTable({ postings }: { postings: readonly ShownPosting[] }): ReactElement {
  const { t } = useTexts("books");
  return (
    <DataTable
      caption={t("postings.title")}
      columns={[t("postings.sentence"), t("postings.amount"), t("postings.kind"), t("postings.at")]}
      empty={t("postings.empty")}
      rows={postings.map((posting, index) => ({
        key: `${posting.transaction}-${index}`,
        cells: [
          <span key="sentence" className="change">
            {posting.from} → {posting.to}
          </span>,
          <span key="amount" className="money">
            {posting.amount}
          </span>,
          <span key="kind" className="change">
            {posting.kind}
          </span>,
          posting.at,
        ],
      }))}
    />
  );
}
