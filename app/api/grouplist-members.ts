import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { servicesContext } from "../context.ts";
import {
  approveMember,
  declineMember,
  findInvitation,
  leaveGroup,
  removeMember,
} from "../domain/grouplists/grouplists.server.ts";
import { acceptWithinBudgets } from "../http/accepted-invitation.server.ts";
import { apiDone, apiJson, apiRefusal, findCaller, refuseTooMany } from "../http/api.server.ts";
import { call, dataOf } from "./call.server.ts";
import { picture } from "./user-data.server.ts";

type Context = Readonly<RouterContextProvider>;

const text = z.string().nullable();

/** What an invitation is to its caller: it can be accepted, or why not. */
const invitation = z.object({
  state: z.enum(["open", "full", "off", "owner", "member", "waiting"]),
  slug: text,
  name: text,
  currency: text,
  creators: z.array(z.object({ username: z.string(), name: z.string(), avatar_thumbnail_url: text })),
});

export const grouplistMemberCalls = [
  call({
    method: "GET",
    path: "/api/grouplist-invite/{slug}",
    who: "anyone",
    answers: { 200: dataOf(invitation) },
    refusals: { 404: ["not_found"] },
    async run({ request, context, params: { slug: code = "" } }) {
      const { db, publicUrl } = context.get(servicesContext);
      const viewer = await findCaller(request, context);
      const found = await findInvitation(db, { code, creator_id: viewer?.id ?? null });
      if (found.state === "unknown") return refuseUnknown(context);
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
    method: "POST",
    path: "/api/grouplist-invite/{slug}",
    who: "active",
    answers: { 200: dataOf(z.object({ state: z.enum(["waiting", "member"]) })) },
    refusals: { 403: ["not_active"], 404: ["not_found"], 409: ["full", "off"] },
    async run({ context, viewer, params: { slug: code = "" } }) {
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
          return refuseUnknown(context);
        case "not_active":
          return refuseNotActive(context);
      }
    },
  }),

  call({
    method: "POST",
    path: "/api/grouplist-user/{id}",
    ids: ["id"],
    who: "active",
    answers: { 204: null },
    refusals: { 403: ["not_active"], 404: ["not_found"], 409: ["full"] },
    async run({ context, viewer, params: { id = "" } }) {
      const given = { member_id: id, creator_id: viewer.id };
      const outcome = await approveMember(context.get(servicesContext), given);
      if (outcome === "approved") return apiDone();
      if (outcome === "gone") return refuseUnknown(context);
      if (outcome === "not_active") return refuseNotActive(context);
      return apiRefusal(context, { status: 409, code: "full", text: "errors.grouplist.full" });
    },
  }),

  call({
    method: "DELETE",
    path: "/api/grouplist-user/{id}",
    ids: ["id"],
    // Who owes after a chargeback, too, may leave.
    who: "creator",
    answers: { 204: null },
    refusals: { 403: ["not_active"], 404: ["not_found"], 409: ["owner"] },
    async run({ context, viewer, params: { id = "" } }) {
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
      return refuseUnknown(context);
    },
  }),
];

function refuseUnknown(context: Context): Response {
  return apiRefusal(context, { status: 404, code: "not_found", text: "errors.api.grouplist" });
}

function refuseNotActive(context: Context): Response {
  return apiRefusal(context, { status: 403, code: "not_active", text: "errors.api.not_active" });
}
