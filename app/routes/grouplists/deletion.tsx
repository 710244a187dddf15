import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { deleteGroup } from "../../domain/grouplists/grouplists.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/deletion";
import { ConfirmPage } from "./confirm-page.tsx";
import { managed, requireOwnGroup, titleOf } from "./own-group.server.ts";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** Asks whether a group shall be deleted: a page, which the script opens as a dialog. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { group } = await requireOwnGroup(request, context, params.grouplist);
  const { t } = getI18n(context);
  return {
    title: t("grouplists:deletion.title"),
    text: t("grouplists:deletion.text", { group: titleOf(context, group) }),
    slug: group.slug,
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { viewer, group } = await requireOwnGroup(request, context, params.grouplist);
  await readForm(request);
  const given = { slug: group.slug, creator_id: viewer.id };
  managed(await deleteGroup(context.get(servicesContext), given), viewer);
  return redirect("/grouplists", { status: 303, headers: doneHeaders(context, "deleted") });
}

export default function Deletion({ loaderData: { title, text, slug } }: Route.ComponentProps) {
  const { t } = useTexts("grouplists");
  return (
    <ConfirmPage
      title={title}
      text={text}
      action={`/gl/${slug}/deletion`}
      button={t("deletion.now")}
      back={{ href: `/gl/${slug}/edit`, text: t("backToEdit") }}
      lastResult={undefined}
    />
  );
}
