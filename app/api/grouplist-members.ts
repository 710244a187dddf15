import { z } from "zod";
import { servicesContext } from "../context.ts";
import {
  approveMember,
  declineMember,
  findInvitation,
  leaveGroup,
  removeMember,
} from "../domain/grouplists/group-members.server.ts";
import {
  apiDone,
  apiJson,
  apiRefusal,
  findCaller,
  refuseNotActive,
  refuseTooMany,
  refuseUnknown,
} from "../http/api.server.ts";
import { acceptWithinBudgets } from "../http/budgets.server.ts";
import { byOwnId, bySlug, call, dataOf } from "./call.server.ts";
import { picture } from "./user-data.server.ts";

const text = z.string().nullable();

const invitation = z
  .object({
    state: z.enum(["open", "full", "off", "owner", "member", "waiting"]),
    slug: text,
    name: text,
    currency: text,
    creators: z.array(
      z
        .object({ username: z.string(), name: z.string(), avatar_thumbnail_url: text })
        .meta({ id: "InvitedCreator" }),
    ),
  })
  .meta({ id: "Invitation" });

export const grouplistMemberCalls = [
  call({
    name: "getInvitation",
    method: "get",
    path: "/api/grouplist-invite/{slug}",
    who: "anyone",
    request: { params: bySlug },
    answers: { 200: dataOf(invitation) },
    refusals: { 404: ["not_found"] },
    async handler({ req, env: { context } }) {
      const { slug: code } = req.valid("param");
      const { db, publicUrl } = context.get(servicesContext);
      const viewer = await findCaller(req.raw, context);
      const found = await findInvitation(db, { code, creator_id: viewer?.id ?? null });
      if (found.state === "unknown") return refuseUnknown(context, "errors.api.grouplist");
      const empty = { state: found.state, slug: null, name: null, currency: null, creators: [] };
      if (found.state === "off") return apiJson({ data: empty });
      const { state, slug, name, currency, creators } = found;
      const shown = creators.map(({ username, name, avatar_id }) => ({
        ...{ username, name },
        avatar_thumbnail_url: picture(publicUrl, avatar_id, "s"),
      }));
      return apiJson({ data: { state, slug, name, currency, creators: shown } });
    },
  }),

  call({
    name: "acceptInvitation",
    method: "post",
    path: "/api/grouplist-invite/{slug}",
    who: "active",
    request: { params: bySlug },
    answers: { 200: dataOf(z.object({ state: z.enum(["waiting", "member"]) }).meta({ id: "Membership" })) },
    refusals: { 403: ["not_active"], 404: ["not_found"], 409: ["full", "off"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { slug: code } = req.valid("param");
      const outcome = await acceptWithinBudgets(context, { code, creator_id: viewer.id });
      switch (outcome) {
        case "too_often":
          return refuseTooMany(context, "errors.grouplist.too_often");
        case "asked":
        case "waiting":
          return apiJson({ data: { state: "waiting" } });
        case "already_in":
          return apiJson({ data: { state: "member" } });
        case "full":
        case "off": {
          const key = `errors.grouplist.invite_${outcome}`;
          return apiRefusal(context, { status: 409, code: outcome, text: key });
        }
        case "unknown":
          return refuseUnknown(context, "errors.api.grouplist");
        case "not_active":
          return refuseNotActive(context);
      }
    },
  }),

  call({
    name: "approveMember",
    method: "post",
    path: "/api/grouplist-user/{id}",
    who: "active",
    request: { params: byOwnId },
    answers: { 204: null },
    refusals: { 403: ["not_active"], 404: ["not_found"], 409: ["full"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { id } = req.valid("param");
      const given = { member_id: id, creator_id: viewer.id };
      const outcome = await approveMember(context.get(servicesContext), given);
      if (outcome === "approved") return apiDone();
      if (outcome === "gone") return refuseUnknown(context, "errors.api.grouplist");
      if (outcome === "not_active") return refuseNotActive(context);
      return apiRefusal(context, { status: 409, code: "full", text: "errors.grouplist.full" });
    },
  }),

  call({
    name: "removeMember",
    method: "delete",
    path: "/api/grouplist-user/{id}",
    // A creator with chargeback debt may leave too.
    who: "creator",
    request: { params: byOwnId },
    answers: { 204: null },
    refusals: { 403: ["not_active"], 404: ["not_found"], 409: ["owner"] },
    async handler({ req, env: { context }, var: { viewer } }) {
      const { id } = req.valid("param");
      const services = context.get(servicesContext);
      const given = { member_id: id, creator_id: viewer.id };
      const left = await leaveGroup(services, given);
      if (left === "owner")
        return apiRefusal(context, { status: 409, code: "owner", text: "errors.grouplist.remove_failed" });
      if (left !== "gone") return apiDone();
      for (const act of [removeMember, declineMember]) {
        const outcome = await act(services, given);
        if (outcome === "not_active") return refuseNotActive(context);
        if (outcome !== "gone") return apiDone();
      }
      return refuseUnknown(context, "errors.api.grouplist");
    },
  }),
];
