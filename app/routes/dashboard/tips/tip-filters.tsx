import type { ReactElement } from "react";
import { SearchForm } from "../../../ui/components/search-form.tsx";
import { useTexts } from "../../../ui/texts.ts";

/** Which tips are shown, and what can be done with all of them at once. */
export function TipFilters({
  filter,
  hasNew,
  seenAt,
}: {
  filter: { only_new: boolean; fan: string };
  hasNew: boolean;
  /** When the page was made: what comes later is not marked with the others. */
  seenAt: string;
}): ReactElement {
  const { t } = useTexts("dashboard");
  return (
    <div className="letter-filters">
      <nav className="tabs" aria-label={t("filter.label")}>
        <Filter href="/dashboard" isCurrent={!filter.only_new}>
          {t("filter.all")}
        </Filter>
        <Filter href="/dashboard?show=new" isCurrent={filter.only_new}>
          {t("filter.fresh")}
        </Filter>
      </nav>
      {hasNew ? (
        <form method="post" action="/dashboard/tips/read">
          <input type="hidden" name="seen_at" value={seenAt} />
          {filter.only_new ? <input type="hidden" name="show" value="new" /> : null}
          <button type="submit" className="plain-button">
            {t(filter.fan === "" ? "readAll" : "readAllBesides")}
          </button>
        </form>
      ) : null}
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

function Filter({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: string }) {
  return (
    <a href={href} {...(isCurrent ? { "aria-current": "page" as const } : {})}>
      {children}
    </a>
  );
}
