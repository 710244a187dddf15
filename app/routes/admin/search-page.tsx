import type { ReactElement, ReactNode } from "react";
import { type DataColumn, type DataRow, DataTable, NextPage } from "../../ui/components/data-table.tsx";
import { SearchForm } from "../../ui/components/search-form.tsx";
import { AdminPage } from "../../ui/shells/admin-page.tsx";

/** A list of the back office that is searched by words: the form, what was found, and the way to more of it. */
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
  /** The address of the next page, when there is one. */
  next: string | null;
  texts: { search: string; go: string; next: string };
  columns: readonly DataColumn[];
  rows: readonly DataRow[];
  empty: string;
  totals?: readonly DataRow[];
  /** What an operator shall see before the list. */
  note?: ReactNode;
  /** What else was found, below the list. */
  after?: ReactNode;
  /** What else narrows the list, before the words. */
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
