import { useTranslation } from "react-i18next";
import { Link, useFetcher } from "react-router";
import { RefusedClick } from "../../../ui/components/form-errors.tsx";
import { SearchForm } from "../../../ui/components/search-form.tsx";
import { focusHeading } from "../../../ui/keep-focus.ts";
import { READ_ALL, type Refusal } from "./optimistic-tip.ts";

export function TipFilters({
  filter,
  hasNew,
  seenAt,
  page,
}: {
  filter: { only_new: boolean; fan: string };
  hasNew: boolean;
  /** Later tips are not marked as read. */
  seenAt: string;
  page: string;
}) {
  const { t } = useTranslation("dashboard");
  const readAll = useFetcher<Refusal>({ key: READ_ALL });
  return (
    <div className="letter-filters">
      <nav className="tabs" aria-label={t("filter.label")}>
        <Filter to="/dashboard" isCurrent={!filter.only_new}>
          {t("filter.all")}
        </Filter>
        <Filter to="/dashboard?show=new" isCurrent={filter.only_new}>
          {t("filter.fresh")}
        </Filter>
      </nav>
      {hasNew && readAll.state === "idle" ? (
        <readAll.Form
          method="post"
          action={page}
          onSubmit={({ currentTarget }) => focusHeading(currentTarget.closest(".account-page"))}
        >
          <input type="hidden" name="intent" value="read-all" />
          <input type="hidden" name="seen_at" value={seenAt} />
          <button type="submit" className="plain-button">
            {t(filter.fan === "" ? "readAll" : "readAllBesides")}
          </button>
        </readAll.Form>
      ) : null}
      <RefusedClick id="read-all" refusal={readAll.data} />
      <details className="more" open={filter.fan !== ""}>
        <summary>{t("search.title")}</summary>
        <SearchForm
          action="/dashboard"
          name="fan"
          label={t("search.label")}
          words={filter.fan}
          go={t("search.go")}
        >
          {filter.only_new ? <input type="hidden" name="show" value="new" /> : null}
        </SearchForm>
      </details>
    </div>
  );
}

function Filter({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: string }) {
  return (
    <Link to={to} {...(isCurrent ? { "aria-current": "page" as const } : {})}>
      {children}
    </Link>
  );
}
