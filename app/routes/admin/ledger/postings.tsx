import { useTranslation } from "react-i18next";
import { findPostings } from "../../../domain/ledger/ledger-reports.server.ts";
import { SearchForm } from "../../../ui/components/search-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedWords, deskOf } from "../desk.server.ts";
import { PostingsTable } from "../page-parts.tsx";
import { shownPostings } from "../shown-money.server.ts";
import type { Route } from "./+types/postings";

export async function loader({ context, url }: Route.LoaderArgs) {
  const reference = askedWords(url.searchParams, "reference");
  const { db, locale, t } = deskOf(context);
  const found = reference === "" ? null : await findPostings(db, reference);
  return {
    title: t("books:postings.title"),
    reference,
    postings: shownPostings(found?.postings ?? [], locale),
    is_cut: found?.is_cut ?? false,
  };
}

export default function Postings({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("books");
  const { reference, postings, is_cut } = loaderData;
  return (
    <AdminPage title={loaderData.title}>
      <SearchForm
        action="/admin/books/postings"
        name="reference"
        label={t("postings.search")}
        words={reference}
        go={t("postings.go")}
      />
      {reference === "" ? null : (
        <section className="card">
          <PostingsTable postings={postings} />
          {is_cut ? <p className="help">{t("postings.cut")}</p> : null}
        </section>
      )}
    </AdminPage>
  );
}
