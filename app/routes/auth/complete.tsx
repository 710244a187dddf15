import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { completeProfile } from "../../domain/auth/registration.server.ts";
import { countryName } from "../../domain/money/formats.ts";
import { isCountry, listCountries } from "../../domain/tax/countries.server.ts";
import { completeForm } from "../../domain/users/profile.schema.ts";
import { isUsernameFree, setProfilePicture } from "../../domain/users/profile.server.ts";
import { findAccount } from "../../domain/users/user.server.ts";
import { isOperator } from "../../domain/users/viewer.ts";
import { readCheckableUploadForm, type UploadedFile } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { parseFormLookingUp } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { likelyCountry } from "../../http/likely-country.server.ts";
import { Avatar } from "../../ui/components/avatar.tsx";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { SmallCover } from "../../ui/components/cover.tsx";
import { DocumentField, SelectField, TextField } from "../../ui/components/text-field.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { type ShownField, shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/complete";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(servicesContext);
  const viewer = await requireStage(request, context);
  const { avatar_id } = await findAccount(db, viewer.id);
  const locale = getLocale(context);
  const likely = await likelyCountry(request, context);
  const countries = await listCountries(db);
  return {
    title: getI18n(context).t("auth:complete.title"),
    host: new URL(publicUrl).host,
    avatarId: avatar_id,
    country: String(countries.find((each) => each.iso_3166_1 === likely)?.id ?? ""),
    countries: countries
      .map((each) => ({ value: String(each.id), text: countryName(each.iso_3166_1, locale) }))
      .sort((a, b) => a.text.localeCompare(b.text, locale)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, reservedNames, clock } = context.get(servicesContext);
  const viewer = await requireStage(request, context);
  const schema = completeForm((username) =>
    isUsernameFree(db, { username, user_id: viewer.id, reservedNames, now: clock() }),
  );
  const { fields, file } = await readCheckableUploadForm(request, "picture");
  const form = await parseFormLookingUp(request, context, fields, schema);
  if (!form.ok && form.isCheck) return form.reply;
  const picture = file && (await savePicture(context, viewer.id, file));
  if (picture) return form.refuse({ picture });
  if (!form.ok) return form.reply;
  if (!(await isCountry(db, form.value.country_id)))
    return form.refuse({ country_id: "errors.country.required" });
  const outcome = await completeProfile(db, viewer.id, form.value, reservedNames, clock());
  if (outcome === "username_invalid") return form.refuse({ username: "errors.username.invalid" });
  return redirect("/account/verification-terms", 303);
}

async function savePicture(
  context: Route.ActionArgs["context"],
  userId: string,
  file: UploadedFile,
): Promise<string | null> {
  if (!(await takeBudgets(context, [{ budget: "upload", key: userId }]))) return "errors.upload.too_often";
  const services = context.get(servicesContext);
  const saved =
    "problem" in file ? file.problem : await setProfilePicture(services, userId, "avatar", file.bytes);
  return saved === "saved" ? null : `errors.image.${saved}`;
}

async function requireStage(request: Request, context: Route.LoaderArgs["context"]) {
  const viewer = await requireViewer(request, context);
  if (viewer.username !== null || isOperator(viewer)) throw redirect("/dashboard", 303);
  return viewer;
}

export default function Complete({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("auth");
  const { t: picture } = useTexts("picture");
  const [form, fields] = shownForm<Record<"username" | "name" | "country_id" | "picture", string>>({
    id: "complete",
    lastResult: actionData,
    defaultValue: { country_id: loaderData.country },
  });
  return (
    <FormPage title={t("complete.title")} intro={t("complete.intro")}>
      <PagePreview {...loaderData} username={fields.username} name={fields.name} />
      <CheckedForm
        form={form}
        encType="multipart/form-data"
        labels={{
          username: t("complete.username"),
          name: t("complete.name"),
          country_id: t("complete.country"),
          picture: t("complete.picture"),
        }}
        button={t("complete.go")}
      >
        <TextField
          field={fields.username}
          label={t("complete.username")}
          help={t("complete.usernameHelp")}
          control={{
            autoComplete: "username",
            autoCapitalize: "none",
            spellCheck: false,
            minLength: 3,
            maxLength: 25,
            "data-live": "",
          }}
          beside={
            <span
              className="good"
              data-good-for={fields.username.id}
              data-good={t("complete.free")}
              aria-live="polite"
            />
          }
        />
        <TextField
          field={fields.name}
          label={t("complete.name")}
          help={t("complete.nameHelp")}
          control={{ autoComplete: "nickname" }}
        />
        <SelectField field={fields.country_id} label={t("complete.country")} options={loaderData.countries} />
        <DocumentField
          field={fields.picture}
          label={t("complete.picture")}
          optional
          help={t("complete.pictureHelp")}
          dropText={picture("drop")}
          accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
        />
      </CheckedForm>
    </FormPage>
  );
}

/** The script fills it during typing. */
function PagePreview(props: {
  host: string;
  avatarId: string | null;
  username: ShownField;
  name: ShownField;
}) {
  const { t } = useTexts("auth");
  const { username, name } = props;
  const shownName = name.initialValue || t("complete.yourName");
  return (
    <figure className="page-preview">
      <SmallCover name={shownName} headerId={null} />
      <span data-shows="complete-picture">
        <Avatar name={shownName} avatarId={props.avatarId} />
      </span>
      <b data-shows={name.id}>{shownName}</b>
      <span className="help">
        {props.host}/
        <span data-shows={username.id}>{username.initialValue || t("complete.yourUsername")}</span>
      </span>
      <figcaption className="hidden-visually">{t("complete.preview")}</figcaption>
    </figure>
  );
}
