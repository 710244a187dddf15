import { data, type RouterContextProvider } from "react-router";
import { servicesContext } from "../../context.ts";
import { type EditedGroup, findEditedGroup } from "../../domain/grouplists/own-groups.server.ts";
import type { Viewer } from "../../domain/users/viewer.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";

const SLUG = /^[a-z0-9]{8}$/;

export async function requireOwnGroup(
  request: Request,
  context: Readonly<RouterContextProvider>,
  slug: string,
): Promise<{ viewer: Viewer; group: EditedGroup }> {
  const viewer = await requireViewer(request, context);
  const { db } = context.get(servicesContext);
  const group = SLUG.test(slug) ? await findEditedGroup(db, { slug, creator_id: viewer.id }) : null;
  if (!group) throw data(null, { status: 404 });
  return { viewer, group };
}

export function managed<Outcome extends string>(
  outcome: Outcome | "gone" | "not_active",
  viewer: Viewer,
): Outcome {
  if (outcome === "gone") throw data(null, { status: 404 });
  if (outcome === "not_active") throw data({ notActive: viewer.status }, { status: 403 });
  return outcome;
}

export function titleOf(
  context: Readonly<RouterContextProvider>,
  group: { slug: string; name: string | null; status?: string; role?: string },
): string {
  if (group.name !== null) return group.name;
  const isHidden = group.role === "PENDING" && group.status !== "APPROVED";
  const { t } = getI18n(context);
  return isHidden ? t("grouplists:hiddenName") : t("grouplists:unnamed", { slug: group.slug });
}
