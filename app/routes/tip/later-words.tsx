import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { ImageField } from "../../ui/components/image-field.tsx";
import { MainButton } from "../../ui/components/main-button.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { ShownReceiver } from "./shown-receiver.server.ts";
import { WordsFields } from "./words-fields.tsx";

export interface ShownLaterWords {
  shows_supporters: boolean;
  /** What a message costs at least, where this tip is smaller. */
  price: { text: string; href: string } | null;
}

interface Values {
  message: string;
  name: string;
  show_on_page: string;
  image: string;
}

/** Words after the payment; posted to the page that shows it. */
export function LaterWords({
  words,
  receiver: { name },
  lastResult,
}: {
  /** Null where they ended meanwhile; the typed ones are shown again. */
  words: ShownLaterWords | null;
  receiver: Pick<ShownReceiver, "name">;
  lastResult: SubmissionResult<string[]> | undefined;
}): ReactElement | null {
  const { t } = useTexts("result");
  const { t: tip } = useTexts("tip");
  const [form, fields] = shownForm<Values>({ id: "words", lastResult });
  if (words === null && lastResult === undefined) return null;
  const { price, shows_supporters } = words ?? { price: null, shows_supporters: false };
  return (
    <div className="lines">
      <details open={lastResult !== undefined}>
        <summary>
          <b>{t("words.heading")}</b>
        </summary>
        <ErrorSummary
          formId={form.id}
          errors={form.allErrors}
          labels={{ message: tip("details.message"), name: tip("details.name"), image: tip("details.image") }}
        />
        <form method="post" encType="multipart/form-data" noValidate className="fields" data-once="">
          <input type="hidden" name="intent" value="words" />
          <WordsFields fields={fields} receiver={{ name, shows_supporters }} price={price?.text ?? ""} />
          {price ? (
            <p className="help">
              <a href={price.href}>{t("words.again", { price: price.text })}</a>
            </p>
          ) : null}
          <ImageField
            field={fields.image}
            label={tip("details.image")}
            help={tip("details.imageHelp", { name })}
            kept={null}
          />
          <MainButton>{t("words.send")}</MainButton>
        </form>
      </details>
    </div>
  );
}
