import type { ReactElement } from "react";
import { productRules } from "../../product-rules.ts";
import { CheckField } from "../../ui/components/check-field.tsx";
import { TextAreaField, TextField } from "../../ui/components/text-field.tsx";
import type { ShownField } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { StepDraft } from "./tip-steps.server.ts";

/** Message, name and the consent to appear on the creator's page. */
export function WordsFields({
  fields,
  receiver,
  price,
}: {
  fields: Record<"message" | "name" | "show_on_page", ShownField>;
  receiver: Pick<StepDraft["receiver"], "name" | "shows_supporters">;
  /** What a message costs at least; empty without such a price. */
  price: string;
}): ReactElement {
  const { t } = useTexts("tip");
  const maximum = productRules.tip.message_characters_maximum;
  return (
    <>
      <TextAreaField
        field={fields.message}
        label={t("details.message")}
        help={price ? t("details.messagePrice", { price }) : t("details.messageHelp", { count: maximum })}
        control={{ rows: 4, "data-counter": t("details.left", { count: maximum }) }}
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
