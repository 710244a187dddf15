import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { leaveGroup, listOwnGroups } from "../../domain/grouplists/grouplists.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/leave";
import { ConfirmPage } from "./confirm-page.tsx";
import { titleOf } from "./own-group.server.ts";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** Asks whether a member leaves, or whether a request shall be taken back: a page, which the script opens as a dialog. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const groups = await listOwnGroups(context.get(servicesContext).db, viewer.id);
  const group = groups.find(({ slug, role }) => slug === params.grouplist && role !== "OWNER");
  if (!group) throw data(null, { status: 404 });
  const { t } = getI18n(context);
  const about = { group: titleOf(context, group) };
  const isMember = group.role === "MEMBER";
  return {
    title: isMember ? t("grouplists:leave.title", about) : t("grouplists:leave.withdrawTitle"),
    text: isMember ? t("grouplists:leave.text") : t("grouplists:leave.withdrawText", about),
    isMember,
    slug: group.slug,
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  await readForm(request);
  const given = { slug: params.grouplist, creator_id: viewer.id };
  const outcome = await leaveGroup(context.get(servicesContext), given);
  // Taken out, turned down or closed in the meantime: the list says how it stands.
  const done = outcome === "left" || outcome === "withdrawn" ? outcome : "decided";
  return redirect("/grouplists", { status: 303, headers: doneHeaders(context, done) });
}

export default function Leave({ loaderData: { title, text, isMember, slug } }: Route.ComponentProps) {
  const { t } = useTexts("grouplists");
  return (
    <ConfirmPage
      title={title}
      text={text}
      action={`/gl/${slug}/leave`}
      button={t(isMember ? "leave.now" : "leave.withdrawNow")}
      back={{ href: "/grouplists", text: t("backToList") }}
      lastResult={undefined}
    />
  );
}
