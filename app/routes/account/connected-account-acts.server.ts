import type { SubmissionResult } from "@conform-to/react";
import { data, type RouterContextProvider, redirect, redirectDocument } from "react-router";
import { servicesContext } from "../../context.ts";
import {
  disconnectAccount,
  findConnectedAccount,
} from "../../domain/connected-accounts/connected-accounts.server.ts";
import { passwordForm } from "../../domain/users/user.schema.ts";
import type { Viewer } from "../../domain/users/viewer.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { authenticateOwner, toLogin } from "../../http/sign-in.server.ts";
import { openProvider } from "./connected-account.server.ts";

type Context = Readonly<RouterContextProvider>;

/** With the password where it decides where money goes. */
export async function connect(request: Request, context: Context, viewer: Viewer, posted: FormData) {
  const account = await findConnectedAccount(context.get(servicesContext).db, viewer.id);
  if (account === null || account.disconnected_at !== null) {
    const checked = await checkOwner(request, context, viewer, posted);
    if (!checked.ok)
      return data({ ...checked.reply.data, form: "connect" as const }, checked.reply.init ?? {});
  }
  const opened = await openProvider(context, viewer);
  if ("url" in opened) return redirectDocument(opened.url, 303);
  const refusal: SubmissionResult<string[]> = { status: "error", error: { "": [opened.refusal] } };
  return data({ ...refusal, form: "connect" as const }, { status: 422 });
}

/** It decides where money goes. */
async function checkOwner(request: Request, context: Context, viewer: Viewer, posted: FormData) {
  const form = parseForm(request, context, posted, passwordForm);
  if (!form.ok) return { ok: false as const, reply: form.reply };
  const owner = await authenticateOwner(context, viewer, form.value.password);
  if (owner.outcome === "right") return { ok: true as const, asker: owner.asker };
  const error = owner.outcome === "wrong" ? "errors.password.wrong" : "errors.login.blocked";
  return { ok: false as const, reply: form.refuse({ password: error }) };
}

export async function disconnect(request: Request, context: Context, viewer: Viewer, posted: FormData) {
  const checked = await checkOwner(request, context, viewer, posted);
  if (!checked.ok)
    return data({ ...checked.reply.data, form: "disconnect" as const }, checked.reply.init ?? {});
  const given = { user_id: viewer.id, asker: checked.asker };
  await disconnectAccount(context.get(servicesContext), given).catch(toLogin);
  return redirect("/account/payoutdata", {
    status: 303,
    headers: await doneHeaders(context, "disconnected"),
  });
}
