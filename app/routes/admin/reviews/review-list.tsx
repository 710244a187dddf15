import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { ReviewView } from "../../../domain/moderation/review-content.ts";

export interface Chip {
  status: string;
  text: string;
}

const VIEWS: readonly ReviewView[] = ["queue", "recent", "declined"];

export function ViewFilter({ kind, view }: { kind: string | null; view: ReviewView }) {
  const { t } = useTranslation("admin");
  return (
    <Form method="get" action="/admin/reviews" className="search">
      {kind === null ? null : <input type="hidden" name="kind" value={kind} />}
      <label>
        {t("reviews.view")}
        <select key={view} name="view" className="plain-input" defaultValue={view}>
          {VIEWS.map((each) => (
            <option key={each} value={each}>
              {t(`reviews.views.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="second-button">
        {t("reviews.show")}
      </button>
    </Form>
  );
}

export function StatusOf({ chip }: { chip: Chip }) {
  return (
    <span className="status" data-status={chip.status}>
      {chip.text}
    </span>
  );
}
