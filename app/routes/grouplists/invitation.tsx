import { redirect } from "react-router";
import { z } from "zod";
import { servicesContext } from "../../context.ts";
import { findInvitation } from "../../domain/grouplists/group-members.server.ts";
import { currencyName } from "../../domain/money/formats.ts";
import { isOperator, stageOf } from "../../domain/users/viewer.ts";
import { readForm } from "../../http/body.server.ts";
import { acceptWithinBudgets } from "../../http/budgets.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { newTermsFirst } from "../../http/guards.server.ts";
import { formatsOf } from "../../http/i18n.server.ts";
import { findRequestViewer } from "../../http/sessions.server.ts";
import type { Route } from "./+types/invitation";
import { InvitationPage } from "./invitation-page.tsx";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

const CODE = /^[a-z0-9]{16}$/;

/**
 * Without a code it explains invitations. Not cached: it differs by viewer, and its address is a secret
 * (docs/product.md, 5.11).
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { locale, t } = formatsOf(context);
  const title = t("grouplists:invitation.title");
  const code = params.grouplist;
  if (code === undefined) return { title, state: "none" as const, group: null, note: null };
  const viewer = await findRequestViewer(context);
  const found = CODE.test(code)
    ? await findInvitation(db, { code, creator_id: viewer?.id ?? null })
    : ({ state: "unknown" } as const);
  const done = await takeDone(request, context, ["asked"]);
  const note = done ? t("grouplists:done.asked") : null;
  if (found.state === "unknown" || found.state === "off")
    return { title, state: found.state, group: null, note };
  const { slug, name, avatar_id, creators } = found;
  const hasList = viewer?.status === "ACTIVE";
  return {
    title,
    state: found.state === "open" ? whoMay(viewer) : found.state,
    note,
    group: {
      ...{ code, slug, name, avatar_id, creators, hasList },
      currency: `${currencyName(found.currency, locale)} (${found.currency})`,
    },
  };
}

function whoMay(viewer: Awaited<ReturnType<typeof findRequestViewer>>) {
  if (viewer === null) return "not_signed_in" as const;
  if (isOperator(viewer)) return "operator" as const;
  if (viewer.status === "CHARGEBACK") return "owing" as const;
  if (viewer.status === "LOCKED") return "locked" as const;
  return viewer.status === "ACTIVE" && stageOf(viewer) === null ? ("open" as const) : ("not_active" as const);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const failure = "errors.grouplist.accept_failed";
  const form = parseForm(request, context, await readForm(request), z.object({}), {}, failure);
  const page = `/gl/invite/${encodeURIComponent(params.grouplist ?? "")}`;
  const viewer = await findRequestViewer(context);
  if (viewer === null) return redirect(`/login?return_to=${encodeURIComponent(page)}`, 303);
  const stage = newTermsFirst(viewer);
  if (stage) return stage;
  const given = { code: params.grouplist ?? "", creator_id: viewer.id };
  const outcome = await acceptWithinBudgets(context, given);
  if (outcome === "too_often") return form.refuse({ "": "errors.grouplist.too_often" });
  if (outcome === "full") return form.refuse({ "": "errors.grouplist.invite_full" });
  if (outcome === "off") return form.refuse({ "": "errors.grouplist.invite_off" });
  return redirect(page, {
    status: 303,
    ...(outcome === "asked" ? { headers: await doneHeaders(context, "asked") } : {}),
  });
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  return <InvitationPage {...loaderData} lastResult={actionData} />;
}

export function headers() {
  return { "Cache-Control": "private, no-store" };
}
