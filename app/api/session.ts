import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { LOCALES } from "../../locales/index.ts";
import { clientAddressContext, servicesContext } from "../context.ts";
import { findKnownPlace, rememberNetwork } from "../domain/auth/known-devices.server.ts";
import {
  endSession,
  openApiSession,
  refreshApiTokens,
  StalePassword,
} from "../domain/auth/sessions.server.ts";
import { loginForm, secondFactorForm } from "../domain/users/user.schema.ts";
import { findOwnData, setLocale } from "../domain/users/user.server.ts";
import { networkKey } from "../http/address-keys.ts";
import { apiDone, apiJson, apiRefusal, findCaller, refuseBlocked } from "../http/api.server.ts";
import { apiFresh } from "../http/fresh-answer.server.ts";
import { choiceCookie } from "../http/preference-cookies.server.ts";
import { closeSession, tellsOfPlace } from "../http/sessions.server.ts";
import { authenticate, authenticateCode } from "../http/sign-in.server.ts";
import { call, dataOf, fields } from "./call.server.ts";
import { OF_OWN_DATA, userAnswer, userData } from "./user-data.server.ts";

const loginCall = loginForm.pick({ email: true, password: true }).extend({
  otp: z.union([z.string(), z.number().transform(String)], "errors.code.invalid").optional(),
});

const tokenCall = z.object({
  grant_type: z.literal("refresh_token", "errors.api.grant_type"),
  refresh_token: z.string("errors.api.refresh_token").max(200, "errors.api.refresh_token"),
});

export const sessionCalls = [
  call({
    name: "login",
    method: "post",
    path: "/api/login",
    who: "anyone",
    request: { body: fields(loginCall) },
    answers: {
      200: z
        .object({
          accessToken: z.string(),
          token: z.object({ expires_at: z.iso.datetime() }).meta({ id: "TokenEnd" }),
          refresh_token: z.string(),
        })
        .meta({ id: "Login" }),
    },
    refusals: { 401: ["login_failed", "otp_required", "otp_wrong"], 429: ["blocked"] },
    async handler({ req, env: { context } }) {
      const { otp, ...given } = req.valid("json");
      const { db, newId, clock, limits, config } = context.get(servicesContext);
      const check = await authenticate(context, given);
      if (check.outcome === "blocked") return refuseBlocked(context, "errors.login.blocked");
      if (check.outcome === "failed") return refuseLogin(context);
      if (check.needs_second_factor) {
        const code = secondFactorForm.shape.code.safeParse(otp);
        if (!code.success)
          return apiRefusal(context, { status: 401, code: "otp_required", text: "errors.code.required" });
        const outcome = await authenticateCode(context, check.user_id, code.data);
        if (outcome === "blocked") return refuseBlocked(context, "errors.login.blocked");
        if (outcome === "wrong")
          return apiRefusal(context, { status: 401, code: "otp_wrong", text: "errors.code.wrong" });
      }
      const network_hash = limits.hash(networkKey(context.get(clientAddressContext)));
      const session = {
        id: newId(),
        user_id: check.user_id,
        password_hash: check.password_hash,
        user_agent: req.raw.headers.get("User-Agent") ?? "",
        has_second_factor: check.needs_second_factor,
        is_demo: config.mode === "demo",
        now: clock(),
      };
      const tokens = await openApiSession(db, session).catch((error: unknown) => {
        throw error instanceof StalePassword ? refuseLogin(context) : error;
      });
      // A client has no device cookie: only its network can be known.
      const place = await findKnownPlace(db, { email: given.email, device_token: null, network_hash });
      await db.transaction().execute(async (trx) => {
        await rememberNetwork(trx, { user_id: check.user_id, network_hash, now: clock() });
        if (!place.is_known_network) await tellsOfPlace(req.raw, context, check.user_id)(trx);
      });
      return apiJson({
        accessToken: tokens.access_token,
        token: { expires_at: tokens.expires_at.toISOString() },
        refresh_token: tokens.refresh_token,
      });
    },
  }),

  call({
    name: "refreshTokens",
    method: "post",
    path: "/oauth/token",
    who: "anyone",
    request: { body: fields(tokenCall) },
    answers: {
      200: z
        .object({
          access_token: z.string(),
          refresh_token: z.string(),
          expires_in: z.int(),
          token_type: z.literal("Bearer"),
        })
        .meta({ id: "Tokens" }),
    },
    refusals: { 401: ["invalid_grant"] },
    async handler({ req, env: { context } }) {
      const { db, clock } = context.get(servicesContext);
      const tokens = await refreshApiTokens(db, req.valid("json").refresh_token, clock());
      if (!tokens)
        return apiRefusal(context, { status: 401, code: "invalid_grant", text: "errors.api.refresh_token" });
      const { access_token, refresh_token, expires_in } = tokens;
      return apiJson({ access_token, refresh_token, expires_in, token_type: "Bearer" });
    },
  }),

  call({
    name: "getOwnUser",
    method: "get",
    path: "/api/user",
    who: "user",
    answers: { 200: dataOf(userData), 304: null },
    // server/user-poll.server.ts answers unchanged polls earlier.
    async handler({ req, env: { context }, var: { viewer } }) {
      const { db, publicUrl } = context.get(servicesContext);
      return apiFresh(req.raw, userAnswer(await findOwnData(db, viewer.id), publicUrl), OF_OWN_DATA);
    },
  }),

  call({
    name: "logout",
    method: "post",
    path: "/api/logout",
    who: "user",
    answers: { 204: null },
    async handler({ req, env: { context }, var: { viewer } }) {
      await endSession(context.get(servicesContext).db, viewer.id, viewer.session_id);
      return apiDone(req.raw.headers.has("Authorization") ? {} : await closeSession(context));
    },
  }),

  call({
    name: "setLocale",
    method: "post",
    path: "/api/locale",
    who: "anyone",
    request: { body: fields(z.object({ locale: z.enum(LOCALES, "errors.api.locale") })) },
    answers: { 204: null },
    async handler({ req, env: { context } }) {
      const { locale } = req.valid("json");
      const { db, clock } = context.get(servicesContext);
      const viewer = await findCaller(req.raw, context);
      if (viewer) await setLocale(db, viewer.id, locale, clock());
      return apiDone({
        "Set-Cookie": choiceCookie("locale", locale, new URL(req.url).protocol === "https:"),
      });
    },
  }),
];

function refuseLogin(context: Readonly<RouterContextProvider>): Response {
  return apiRefusal(context, { status: 401, code: "login_failed", text: "errors.login.failed" });
}
