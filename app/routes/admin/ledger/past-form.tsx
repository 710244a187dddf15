import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";

export function PastForm({
  action,
  at,
  isWrong,
}: {
  action: string;
  at: string;
  isWrong: boolean;
}): ReactElement {
  const { t } = useTranslation("books");
  return (
    <Form method="get" action={action} className="search">
      <label>
        {t("past.at")}
        <input
          type="datetime-local"
          name="at"
          className="plain-input"
          defaultValue={at}
          required
          aria-invalid={isWrong ? true : undefined}
          aria-describedby="past-error"
        />
        <span className="problem" id="past-error">
          {isWrong ? t("past.wrong") : null}
        </span>
      </label>
      <button type="submit" className="second-button">
        {t("past.go")}
      </button>
    </Form>
  );
}
