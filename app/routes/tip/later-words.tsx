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
  characters: number;
  /** The least price of a message, if this tip is smaller. */
  price: { text: string; href: string | null } | null;
}

interface Values {
  message: string;
  name: string;
  show_on_page: string;
  image: string;
}

export function LaterWords({
  words,
  receiver: { name },
  pictureHref,
  lastResult,
}: {
  /** Null where they ended; the typed ones are shown again. */
  words: ShownLaterWords | null;
  receiver: Pick<ShownReceiver, "name">;
  pictureHref: string | null;
  lastResult: SubmissionResult<string[]> | undefined;
}): ReactElement | null {
  const { t } = useTexts("result");
  const { t: tip } = useTexts("tip");
  const [form, fields] = shownForm<Values>({ id: "summary", lastResult });
  if (words === null && lastResult === undefined) return null;
  const { price, shows_supporters, characters } = words ?? {
    ...{ price: null, shows_supporters: false, characters: 0 },
  };
  return (
    <form
      method="post"
      {...(pictureHref === null ? { encType: "multipart/form-data" } : {})}
      noValidate
      className="fields lines"
      data-once=""
    >
      <details open={pictureHref === null || lastResult !== undefined}>
        <summary>
          <b>{tip("summary.addWords")}</b>
        </summary>
        <div className="fields">
          <ErrorSummary
            formId={form.id}
            errors={form.allErrors}
            labels={{
              message: tip("details.message"),
              name: tip("details.name"),
              image: tip("details.image"),
            }}
          />
          {pictureHref === null ? null : (
            <p className="more-links">
              <a href={pictureHref}>{t("words.withPicture")}</a>
            </p>
          )}
          <WordsFields
            {...{ fields, characters }}
            receiver={{ name, shows_supporters }}
            price={price?.text ?? ""}
          />
          {price?.href && lastResult ? (
            <p className="help">
              <a href={price.href}>{t("words.again", { price: price.text })}</a>
            </p>
          ) : null}
          {pictureHref === null ? (
            <ImageField
              field={fields.image}
              label={tip("details.image")}
              help={tip("details.imageHelp", { name })}
              kept={null}
            />
          ) : null}
          <MainButton>{t("words.send")}</MainButton>
        </div>
      </details>
    </form>
  );
}
