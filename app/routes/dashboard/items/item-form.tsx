import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Button, ModalTitle, TextInput } from "@mantine/core";
import { lazy, type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useOutletContext } from "react-router";
import { itemForm } from "../../../domain/items/item.schema.ts";
import type { Locale } from "../../../domain/money/minor.ts";
import { isId } from "../../../http/ids.ts";
import { productRules } from "../../../product-rules.ts";
import { useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { FormErrors, OptionalLabel } from "../../../ui/components/form-errors.tsx";
import { PageTitle } from "../../../ui/components/page-title.tsx";
import { type ChosenFile, FileField, useChosenFile } from "../../../ui/upload/file-field.tsx";
import { PictureCrop } from "../../../ui/upload/picture-crop.tsx";
import { type Upload, UploadProgress, useUpload } from "../../../ui/upload/use-upload.tsx";

const loadKeptPicture = () => import("./kept-picture.tsx");
/** A new item has none. Without a boundary: React may send its content hidden, for a script to show. */
const KeptPicture = import.meta.env.SSR ? (await loadKeptPicture()).default : lazy(loadKeptPicture);

export interface ItemFormFacts {
  currency: string;
  locale: Locale;
  tip: Parameters<typeof itemForm>[2];
  bounds: { minimum: string; maximum: string };
  values: { name: string; amount: string; image_id: string | undefined };
}

export function ItemForm({
  title,
  intro,
  action,
  facts,
  lastResult,
  button,
}: {
  title: string;
  intro?: ReactNode;
  action: string;
  facts: ItemFormFacts;
  lastResult: SubmissionResult<string[]> | null | undefined;
  button: string;
}) {
  const { t } = useTranslation("items");
  const isOverList = useOutletContext<boolean>();
  const { currency, locale, tip, bounds } = facts;
  const upload = useUpload(t("form.failed"));
  const chosen = useChosenFile();
  const { errors } = upload;
  const refusal = useMemo(() => errors && { status: "error" as const, error: { ...errors } }, [errors]);
  const { form, fields, input } = useCheckedForm({
    id: "item",
    lastResult: refusal ?? lastResult ?? null,
    defaultValue: { ...facts.values, remove_image: undefined },
    schema: itemForm(currency, locale, tip),
    onSubmit: upload.send,
    values: bounds,
  });
  const labels = {
    name: t("form.name"),
    amount: `${t("form.amount")} (${currency})`,
    image: t("form.image"),
  };
  const kept = fields.remove_image.initialValue ? undefined : fields.image_id.initialValue;
  const keptId = typeof kept === "string" && isId(kept) ? kept : null;
  return (
    <section className="card steps">
      <PageTitle>{title}</PageTitle>
      {isOverList ? (
        <ModalTitle className="form-title">{title}</ModalTitle>
      ) : (
        <h1 className="form-title">{title}</h1>
      )}
      {intro}
      <FormErrors form={form} labels={labels} values={bounds} />
      <form
        method="post"
        action={action}
        encType="multipart/form-data"
        className="fields item-form"
        {...getFormProps(form)}
        onReset={chosen.empty}
      >
        <TextInput
          {...input(fields.name)}
          label={labels.name}
          description={t("form.nameHelp")}
          autoComplete="off"
        />
        <TextInput
          {...input(fields.amount)}
          label={labels.amount}
          description={t("form.amountHelp", bounds)}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
        />
        {keptId === null ? null : <KeptPicture id={keptId} />}
        <ItemPicture
          chosen={chosen}
          upload={upload}
          problem={lastResult?.error?.image?.join(" ")}
          help={keptId === null ? t("form.imageHelp") : t("form.imageKept")}
        />
        <Button type="submit" className="go" loading={upload.part !== null}>
          {button}
        </Button>
        {upload.part === null ? null : <UploadProgress part={upload.part} text={t("form.progress")} />}
      </form>
      <p className="center">
        <Link to="/dashboard/items" preventScrollReset>
          {t("form.back")}
        </Link>
      </p>
    </section>
  );
}

function ItemPicture({
  chosen,
  upload,
  problem,
  help,
}: {
  chosen: ChosenFile;
  upload: Upload;
  problem: string | undefined;
  help: string;
}) {
  const { t } = useTranslation("items");
  const { t: picture } = useTranslation("picture");
  const image = upload.errors?.image;
  return (
    <div className="fields">
      <FileField
        id="item-image"
        name="image"
        chosen={chosen}
        upload={{ ...upload, errors: image ? { image } : null }}
        problem={problem}
        accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
        dropText={picture("drop")}
        wrapper={{ label: <OptionalLabel>{t("form.image")}</OptionalLabel>, description: help }}
      />
      <PictureCrop
        id="item"
        shape="item"
        zoomMaximum={productRules.item.image_zoom_maximum}
        file={chosen.file}
      />
    </div>
  );
}
