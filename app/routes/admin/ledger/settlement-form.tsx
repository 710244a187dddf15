import type { ReactElement } from "react";
import { useTexts } from "../../../ui/texts.ts";

/** Takes in what the provider says that it settled. */
export function SettlementForm(): ReactElement {
  const { t } = useTexts("books");
  return (
    <form
      method="post"
      action="/admin/books/settlements"
      encType="multipart/form-data"
      className="search"
      noValidate
    >
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
