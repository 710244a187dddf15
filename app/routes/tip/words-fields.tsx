import type { ReactElement } from "react";
import { CheckField } from "../../ui/components/check-field.tsx";
import { TextAreaField, TextField } from "../../ui/components/text-field.tsx";
import type { ShownField } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { StepDraft } from "./tip-steps.server.ts";

export function WordsFields({
  fields,
  receiver,
  price,
  characters,
}: {
  fields: Record<"message" | "name" | "show_on_page", ShownField>;
  receiver: Pick<StepDraft["receiver"], "name" | "shows_supporters">;
  price: string;
  characters: number;
}): ReactElement {
  const { t } = useTexts("tip");
  return (
    <>
      <TextAreaField
        field={fields.message}
        label={t("details.message")}
        help={price ? t("details.messagePrice", { price }) : t("details.messageHelp", { characters })}
        control={{ rows: 4, "data-counter": t("details.left", { characters }) }}
        beside={<span className="counter" data-counter-for={fields.message.id} aria-live="polite" />}
      />
      <TextField
        field={fields.name}
        label={t("details.name")}
        help={t("details.nameHelp")}
        control={{ autoComplete: "nickname" }}
      />
      {receiver.shows_supporters ? (
        <CheckField field={fields.show_on_page}>{t("details.onPage")}</CheckField>
      ) : null}
    </>
  );
}
