import type { SubmissionResult } from "@conform-to/react";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { Locale } from "../../../domain/money/minor.ts";
import { OVERLAY_DESIGNS, OVERLAY_SOUNDS, overlayStyleForm } from "../../../domain/overlay/overlay.schema.ts";
import { productRules } from "../../../product-rules.ts";
import { Card } from "../../../ui/components/card.tsx";
import { FieldsForm, useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { FileField, useChosenFile } from "../../../ui/upload/file-field.tsx";
import { UploadProgress, useUpload } from "../../../ui/upload/use-upload.tsx";

const { css_bytes, sound_bytes, shown_seconds } = productRules.overlay;
const LIMITS = { least: shown_seconds.minimum, most: shown_seconds.maximum };

interface StyleFormProps {
  currency: string;
  locale: Locale;
  values: Record<"design" | "accent" | "shown_seconds" | "minimum" | "sound" | "own_css", string>;
  hasSound: boolean;
  lastResult: SubmissionResult<string[]> | null | undefined;
}

export function StyleForm({ currency, locale, values, hasSound, lastResult }: StyleFormProps) {
  const { t } = useTranslation("overlay");
  const { t: account } = useTranslation("account");
  const { form, fields, input, select, textarea } = useCheckedForm({
    id: "style",
    lastResult,
    defaultValue: values,
    schema: overlayStyleForm(currency, locale),
    values: LIMITS,
  });
  const labels = {
    design: t("style.design"),
    accent: t("style.accent"),
    shown_seconds: t("style.seconds"),
    minimum: t("style.minimum", { currency }),
    sound: t("style.sound"),
    own_css: t("style.css"),
  };
  return (
    <section className="card">
      <FieldsForm form={form} labels={labels} values={LIMITS}>
        <NativeSelect
          {...select(fields.design)}
          label={labels.design}
          data={OVERLAY_DESIGNS.map((value) => ({ value, label: t(`style.designs.${value}`) }))}
        />
        <TextInput
          {...input(fields.accent)}
          label={labels.accent}
          description={t("style.accentHelp")}
          maxLength={7}
          spellCheck={false}
        />
        <TextInput
          {...input(fields.shown_seconds)}
          label={labels.shown_seconds}
          inputMode="numeric"
          maxLength={2}
        />
        <TextInput
          {...input(fields.minimum)}
          label={labels.minimum}
          description={t("style.minimumHelp")}
          inputMode="decimal"
          maxLength={12}
        />
        <NativeSelect
          {...select(fields.sound)}
          label={labels.sound}
          data={OVERLAY_SOUNDS.filter((value) => value !== "OWN" || hasSound).map((value) => ({
            ...{ value, label: t(`style.sounds.${value}`) },
          }))}
        />
        <Textarea
          {...textarea(fields.own_css)}
          label={labels.own_css}
          description={t("style.cssHelp", { kilobytes: css_bytes / 1024 })}
          rows={6}
          spellCheck={false}
        />
        <SubmitButton intent="style">{account("save")}</SubmitButton>
      </FieldsForm>
    </section>
  );
}

export function SoundForm({ hasSound, problem }: { hasSound: boolean; problem: string | undefined }) {
  const { t } = useTranslation("overlay");
  const { t: picture } = useTranslation("picture");
  const upload = useUpload(picture("failed"));
  const chosen = useChosenFile();
  return (
    <Card title={<span id="sound-title">{t("style.file")}</span>}>
      <form
        method="post"
        action="/dashboard/overlay/style"
        encType="multipart/form-data"
        className="fields"
        onSubmit={upload.send}
        onReset={chosen.empty}
      >
        <input type="hidden" name="intent" value="upload" />
        <FileField
          id="sound-file"
          name="file"
          chosen={chosen}
          upload={upload}
          problem={problem}
          accept="audio/mpeg,audio/ogg,audio/wav"
          dropText={t("style.drop")}
          isRequired
          labelledBy="sound-title"
          wrapper={{
            description: t("style.fileHelp", { kilobytes: sound_bytes / 1024 }),
            inputWrapperOrder: ["description", "input", "error"],
          }}
        />
        <button type="submit" className="plain-button" disabled={upload.part !== null}>
          {t("style.upload")}
        </button>
        {upload.part === null ? null : <UploadProgress part={upload.part} text={picture("progress")} />}
      </form>
      {hasSound ? (
        <Form method="post" action="/dashboard/overlay/style">
          <SubmitButton kind="second" intent="remove">
            {t("style.remove")}
          </SubmitButton>
        </Form>
      ) : null}
    </Card>
  );
}
