import { redirect } from "react-router";
import type { z } from "zod";
import { servicesContext } from "../../context.ts";
import { deleteImage } from "../../domain/media/media.server.ts";
import { saveDetails, saveImage } from "../../domain/tips/drafts.server.ts";
import { detailsForm, isMessageBelowPrice } from "../../domain/tips/tip.schema.ts";
import { readCheckableUploadForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { rulesOf } from "../../http/rules.server.ts";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { ImageField } from "../../ui/components/image-field.tsx";
import { MainButton } from "../../ui/components/main-button.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/details";
import { likelySum } from "./payment-options.server.ts";
import { takeImage } from "./taken-image.server.ts";
import { TipStep } from "./tip-step.tsx";
import { draftImageUrl, requireDraft, type StepDraft, stepTexts, stepUrl } from "./tip-steps.server.ts";
import { WordsFields } from "./words-fields.tsx";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const draft = await requireDraft(context, params, request);
  const { t } = getI18n(context);
  const imageUrl = await draftImageUrl(context, draft);
  const values = stepTexts(context, draft);
  // The amount or the message price changed after the message.
  const problem = isMessageBelowPrice({ ...draft, ...draft.receiver })
    ? t("errors:message.price", values)
    : null;
  const sum = await likelySum(request, context, draft);
  return { draft, imageUrl, values, problem, sum, title: t("tip:details.title") };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const draft = await requireDraft(context, params, request);
  const { fields, file } = await readCheckableUploadForm(request, "image");
  const texts = stepTexts(context, draft);
  const rules = rulesOf(context);
  const parse = (schema: ReturnType<typeof detailsForm>) =>
    parseForm(request, context, fields, schema, texts);
  const form = parse(detailsForm({ ...draft, ...draft.receiver, rules }));
  if (!form.ok && form.isCheck) return form.reply;
  const taken = file ? await takeImage(context, file) : null;
  if (taken?.problem) return form.refuse({ image: taken.problem });
  if (!form.ok) {
    // A valid picture is stored despite other errors.
    if (taken?.id) await replaceImage(context, draft, taken.id);
    const typed = parse(detailsForm({ ...draft, default_price_per_message_minor: null, rules }));
    if (typed.ok) await keepWords(context, draft, typed.value, taken?.id ?? draft.image_id);
    return form.reply;
  }
  const image_id = taken?.id ?? (form.value.remove_image ? null : draft.image_id);
  const isSaved = await keepWords(context, draft, form.value, image_id);
  if (isSaved && draft.image_id !== null && draft.image_id !== image_id)
    await deleteImage(services, draft.image_id);
  return redirect(stepUrl(context, draft, isSaved ? "payment" : "details"), 303);
}

async function keepWords(
  context: Route.ActionArgs["context"],
  draft: StepDraft,
  { name, message, show_on_page }: z.output<ReturnType<typeof detailsForm>>,
  image_id: string | null,
): Promise<boolean> {
  const { db, clock } = context.get(servicesContext);
  return await saveDetails(db, draft.id, {
    ...{ sender_name: name ?? null, message: message ?? null, image_id, now: clock() },
    show_on_page: show_on_page && draft.receiver.shows_supporters,
  });
}

async function replaceImage(
  context: Route.ActionArgs["context"],
  draft: StepDraft,
  image_id: string,
): Promise<void> {
  const services = context.get(servicesContext);
  const isSaved = await saveImage(services.db, draft.id, image_id, services.clock());
  if (isSaved && draft.image_id !== null) await deleteImage(services, draft.image_id);
}

export default function Details({ loaderData, actionData, params }: Route.ComponentProps) {
  const { draft, imageUrl, values, problem } = loaderData;
  const { receiver } = draft;
  const { t } = useTexts("tip");
  const kept = {
    name: draft.sender_name ?? "",
    message: draft.message ?? "",
    show_on_page: draft.show_on_page ? "on" : "",
  };
  const [form, fields] = shownForm<typeof kept & { image: string }>({
    id: "details",
    lastResult:
      actionData ??
      (problem === null ? null : { status: "error", initialValue: kept, error: { message: [problem] } }),
    defaultValue: kept,
  });
  return (
    <TipStep
      receiver={receiver}
      isMonthly={draft.is_monthly}
      amount={values.amount}
      sum={loaderData.sum}
      backHref={`${receiver.path}/${values.decimal}?tip=${params.token}`}
      backText={t("steps.backTo.profile")}
      step={2}
      question={t("details.question", { name: receiver.name })}
    >
      <p className="help">{t("details.intro")}</p>
      <ErrorSummary
        formId={form.id}
        errors={form.allErrors}
        labels={{ message: t("details.message"), name: t("details.name"), image: t("details.image") }}
      />
      <form method="post" encType="multipart/form-data" noValidate className="fields">
        <WordsFields fields={fields} receiver={receiver} {...values} />
        <ImageField
          field={fields.image}
          label={t("details.image")}
          help={imageUrl ? t("details.imageKept") : t("details.imageHelp", { name: receiver.name })}
          kept={
            imageUrl
              ? { url: imageUrl, alt: t("details.imageAlt"), edge: 160, removal: t("details.imageRemove") }
              : null
          }
        />
        <div className="stick">
          <MainButton>{t("details.next")}</MainButton>
        </div>
      </form>
    </TipStep>
  );
}
