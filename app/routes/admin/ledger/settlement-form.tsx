import type { ReactElement } from "react";
import { useTexts } from "../../../ui/texts.ts";

/** Takes in what a provider says that it settled. */
export function SettlementForm({ providers }: { providers: readonly string[] }): ReactElement {
  const { t } = useTexts("books");
  return (
    <form
      method="post"
      action="/admin/books/settlements"
      encType="multipart/form-data"
      className="search"
      noValidate
    >
      {providers.length === 1 ? (
        <input type="hidden" name="provider" value={providers[0]} />
      ) : (
        <label>
          {t("books.provider")}
          <select name="provider" className="plain-input">
            {providers.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <label>
        {t("books.file")}
        <input type="file" name="file" className="plain-input" accept=".csv,text/csv" />
      </label>
      <button type="submit" className="second-button">
        {t("books.import")}
      </button>
    </form>
  );
}
