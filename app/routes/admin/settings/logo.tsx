import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { data, Form, redirectDocument } from "react-router";
import { z } from "zod";
import { settingsContext } from "../../../context.ts";
import { SURFACES } from "../../../domain/settings/accent.ts";
import { brandPictureUrl, uploadBrandPicture } from "../../../domain/settings/brand-pictures.server.ts";
import { BRAND_PICTURES, type BrandPictureName } from "../../../domain/settings/settings.schema.ts";
import { changeBrandPicture } from "../../../domain/settings/settings.server.ts";
import { readUploadForm } from "../../../http/body.server.ts";
import { requireBudget } from "../../../http/budgets.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import type { BrandPicture } from "../../../product-settings.ts";
import { FileForm } from "../../../ui/components/file-form.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { orNotSent } from "../../../ui/lost-connection.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf, doneText } from "../desk.server.ts";
import { UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/logo";

const PAGE = "/admin/settings/logo";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { t } = deskOf(context);
  const { brand } = context.get(settingsContext);
  return {
    title: t("settings:logo.title"),
    name: brand.name,
    done: doneText(url, ["changed", "unchanged"], (done) => t(`settings:outcome.${done}`)),
    pictures: BRAND_PICTURES.map((name) => ({ name, shown: shownPicture(brand[name]) })),
  };
}

/** Drawn at twice the size. */
function shownPicture(picture: BrandPicture | null) {
  if (!picture) return null;
  return { src: brandPictureUrl(picture), width: picture.width / 2, height: picture.height / 2 };
}

type LogoReply = SubmissionResult<string[]> & { picture?: string; act?: string };

const posted = z.object({ picture: z.enum(BRAND_PICTURES), act: z.enum(["upload", "remove"]) });

export async function action({ request, context }: Route.ActionArgs) {
  const { services, t } = deskOf(context);
  const { id: operator_id } = await requireViewer(request, context);
  const { fields, file } = await readUploadForm(request, "file");
  const form = posted.safeParse(Object.fromEntries(fields));
  if (!form.success) return data<LogoReply>({ status: "error", error: {}, act: "gone" }, { status: 422 });
  const { picture: name, act } = form.data;
  const refuse = (problem: string) =>
    data<LogoReply>({ status: "error", error: { file: [problem] }, picture: name }, { status: 422 });
  if (act === "remove") {
    const outcome = await changeBrandPicture(services, { operator_id, name, picture: null });
    await services.settings.renew();
    return redirectDocument(`${PAGE}?done=${outcome}`, 303);
  }
  if (!file) return refuse(t("settings:logo.refused.missing"));
  if ("problem" in file) return refuse(t("settings:logo.refused.file_size"));
  await requireBudget(context, "upload", operator_id);
  const outcome = await uploadBrandPicture(services, { operator_id, name, bytes: file.bytes });
  if (typeof outcome !== "string") return refuse(t(`settings:logo.refused.${outcome.refused}`));
  await services.settings.renew();
  return redirectDocument(`${PAGE}?done=${outcome}`, 303);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const picture = String((await request.clone().formData()).get("picture"));
  return await orNotSent(serverAction(), (reply): LogoReply => ({ ...reply, picture }));
}

export default function Logo({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("settings");
  return (
    <AdminPage title={loaderData.title} done={loaderData.done}>
      <p>{t("logo.intro")}</p>
      {loaderData.pictures.map(({ name, shown }) => (
        <PictureForm
          key={name}
          name={name}
          shown={shown}
          alt={loaderData.name}
          problem={actionData?.picture === name ? Object.values(actionData.error ?? {})[0]?.[0] : undefined}
        />
      ))}
      <UpLink to="/admin/settings">{t("title")}</UpLink>
    </AdminPage>
  );
}

const GROUND = { logo_light: SURFACES.light, logo_dark: SURFACES.dark, icon: "transparent" };

function PictureForm({
  name,
  shown,
  alt,
  problem,
}: {
  name: BrandPictureName;
  shown: ReturnType<typeof shownPicture>;
  alt: string;
  problem: string | undefined;
}) {
  const { t } = useTranslation("settings");
  return (
    <>
      <FileForm
        id={name}
        action={PAGE}
        accept="image/svg+xml,image/png"
        problem={problem}
        texts={{
          title: t(`logo.names.${name}`),
          label: t("logo.file"),
          help: t(`logo.help.${name}`),
          drop: t("logo.drop"),
          button: t("logo.go"),
        }}
      >
        <input type="hidden" name="picture" value={name} />
        <input type="hidden" name="act" value="upload" />
        {shown === null ? null : (
          <p style={{ backgroundColor: GROUND[name], padding: "12px", marginBottom: "12px" }}>
            <img {...shown} alt={alt} />
          </p>
        )}
      </FileForm>
      {shown === null ? null : (
        <Form method="post" className="actions">
          <input type="hidden" name="picture" value={name} />
          <input type="hidden" name="act" value="remove" />
          <SubmitButton kind="second">{t("logo.remove", { name: t(`logo.names.${name}`) })}</SubmitButton>
        </Form>
      )}
    </>
  );
}
