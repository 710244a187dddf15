import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { toTyped } from "../../../domain/money/minor.ts";
import { overlayStyleForm } from "../../../domain/overlay/overlay.schema.ts";
import { findOverlay, overlaySecret, saveOverlayStyle } from "../../../domain/overlay/overlays.server.ts";
import { removeSound, setSound } from "../../../domain/overlay/sounds.server.ts";
import { readUploadForm, type UploadedFile } from "../../../http/body.server.ts";
import { takeBudgets } from "../../../http/budgets.server.ts";
import { doneHeaders, takeDone } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireCreator } from "../../../http/guards.server.ts";
import { getLocale, getTexts } from "../../../http/i18n.server.ts";
import { refuseFile } from "../../../http/upload-answer.server.ts";
import { productRules } from "../../../product-rules.ts";
import { Card } from "../../../ui/components/card.tsx";
import { useSavedKey } from "../../../ui/components/checked-fields.tsx";
import { AccountPage } from "../../../ui/shells/account-page.tsx";
import type { Route } from "./+types/style";
import { SoundForm, StyleForm } from "./style-forms.tsx";

const PAGE = "/dashboard/overlay/style";
const { shown_seconds } = productRules.overlay;
const FRAME = {
  // As the page in it: another one would make its canvas opaque.
  colorScheme: "light",
  width: "100%",
  height: "auto",
  aspectRatio: "4 / 3",
  border: 0,
  borderRadius: 10,
  background: "#5b6472",
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, tokens } = context.get(servicesContext);
  const { id, currency } = await requireCreator(request, context);
  const overlay = await findOverlay(db, id);
  if (!overlay) throw redirect("/dashboard/overlay", 303);
  const locale = getLocale(context);
  const { design, accent, sound, own_css, minimum_minor, minimum_currency } = overlay;
  const hasMinimum = minimum_minor !== null && minimum_currency === currency;
  return {
    ...{ locale, currency, hasSound: overlay.sound_at !== null },
    preview: `/overlay/${overlaySecret(tokens, overlay.key_id)}/preview`,
    isSaved: (await takeDone(request, context, ["saved"])) !== null,
    values: {
      ...{ design, sound, accent: accent ?? "", own_css: own_css ?? "" },
      shown_seconds: String(overlay.shown_seconds),
      minimum: hasMinimum ? toTyped(minimum_minor, currency, locale) : "",
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const { id, currency } = await requireCreator(request, context);
  const { fields, file } = await readUploadForm(request, "file");
  const overlay = await findOverlay(db, id);
  if (!overlay) throw data(null, { status: 404 });
  const intent = fields.get("intent");
  if (intent === "upload") {
    const refusal = await takeSound(context, id, file);
    if (refusal) return refusal;
  } else if (intent === "remove") await removeSound(db, id);
  else {
    const schema = overlayStyleForm(currency, getLocale(context));
    const limits = { least: shown_seconds.minimum, most: shown_seconds.maximum };
    const form = parseForm(request, context, fields, schema, limits);
    if (!form.ok) return form.reply;
    const { minimum, ...style } = form.value;
    if (style.sound === "OWN" && overlay.sound_at === null)
      return form.refuse({ sound: "errors.overlay.no_sound" });
    await saveOverlayStyle(db, { user_id: id, currency }, { ...style, minimum_minor: minimum });
  }
  return redirect(PAGE, { status: 303, headers: await doneHeaders(context, "saved") });
}

async function takeSound(context: Route.ActionArgs["context"], userId: string, file: UploadedFile | null) {
  const errors = getTexts(context, "errors");
  if (!file) return refuseFile(context, errors("overlay.file_required"));
  if (!(await takeBudgets(context, [{ budget: "upload", key: userId }])))
    return refuseFile(context, errors("upload.too_often"), 429);
  const saved =
    "problem" in file ? "too_big" : await setSound(context.get(servicesContext), userId, file.bytes);
  return saved === "saved" ? null : refuseFile(context, errors(`overlay.${saved}`));
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function Style({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("overlay");
  const { isSaved, preview, hasSound } = loaderData;
  const key = useSavedKey(isSaved, loaderData);
  return (
    <AccountPage title={t("style.title")} isSaved={isSaved}>
      <Card title={t("style.preview")}>
        <iframe style={FRAME} src={preview} title={t("style.preview")} width={800} height={600} />
      </Card>
      <StyleForm key={key} {...loaderData} lastResult={actionData} />
      <SoundForm hasSound={hasSound} problem={actionData?.error?.file?.[0]} />
      <p>
        <Link to="/dashboard/overlay">{t("style.back")}</Link>
      </p>
    </AccountPage>
  );
}
