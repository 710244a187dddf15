import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { renewInviteCode } from "../../domain/grouplists/grouplists.server.ts";
import { readForm } from "../../http/body.server.ts";
import { requireBudget } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/invite-link";
import { ConfirmPage } from "./confirm-page.tsx";
import { managed, requireOwnGroup } from "./own-group.server.ts";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** Asks whether the invite link that was sent so far shall end: a page, which the script opens as a dialog. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { group } = await requireOwnGroup(request, context, params.grouplist);
  return { title: getI18n(context).t("grouplists:invites.renewTitle"), page: `/gl/${group.slug}/edit` };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { viewer, group } = await requireOwnGroup(request, context, params.grouplist);
  await requireBudget(context, "grouplist", viewer.id);
  await readForm(request);
  const given = { slug: group.slug, creator_id: viewer.id };
  managed(await renewInviteCode(context.get(servicesContext), given), viewer);
  return redirect(`/gl/${group.slug}/edit`, { status: 303, headers: doneHeaders(context, "renewed") });
}

export default function InviteLink({ loaderData: { title, page } }: Route.ComponentProps) {
  const { t } = useTexts("grouplists");
  return (
    <ConfirmPage
      title={title}
      text={t("invites.renewText")}
      action={`${page}/invite-link`}
      button={t("invites.renewNow")}
      back={{ href: page, text: t("backToEdit") }}
      lastResult={undefined}
    />
  );
}
