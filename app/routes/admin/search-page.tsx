import type { ReactElement, ReactNode } from "react";
import { type DataColumn, type DataRow, DataTable, NextPage } from "../../ui/components/data-table.tsx";
import { SearchForm } from "../../ui/components/search-form.tsx";
import { AdminPage } from "../../ui/shells/admin-page.tsx";

export function SearchPage({
  title,
  path,
  words,
  next,
  texts,
  note,
  after,
  children,
  ...table
}: {
  title: string;
  path: string;
  words: string;
  next: string | null;
  texts: { search: string; go: string; next: string };
  columns: readonly DataColumn[];
  rows: readonly DataRow[];
  empty: string;
  totals?: readonly DataRow[];
  note?: ReactNode;
  after?: ReactNode;
  children?: ReactNode;
}): ReactElement {
  return (
    <AdminPage title={title}>
      {note}
      <SearchForm action={path} label={texts.search} words={words} go={texts.go}>
        {children}
      </SearchForm>
      <section className="card">
        <DataTable caption={title} {...table} />
        <NextPage href={next} text={texts.next} />
      </section>
      {after}
    </AdminPage>
  );
}
