import type { SubmissionResult } from "@conform-to/react";
import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { businessDate } from "../../domain/calendar.ts";
import { isCountry } from "../../domain/tax/countries.server.ts";
import { personForm } from "../../domain/users/profile.schema.ts";
import { saveProfile } from "../../domain/users/profile.server.ts";
import { handInVerification } from "../../domain/verification/submission.server.ts";
import { handInForm } from "../../domain/verification/verification.schema.ts";
import { readForm } from "../../http/body.server.ts";
import { type FormReply, parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { rulesOf } from "../../http/rules.server.ts";
import { orNotSent } from "../../ui/lost-connection.ts";
import type { Route } from "./+types/verification";
import { loadVerificationPage } from "./verification.server.ts";
import { VerificationView } from "./verification-view.tsx";

/** docs/product.md, 6.8. */
export function loader({ request, context }: Route.LoaderArgs) {
  return loadVerificationPage(request, context);
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireCreator(request, context);
  const posted = await readForm(request);
  if (posted.get("intent") === "person") return await savePerson(request, context, viewer.id, posted);
  const form = parseForm(request, context, posted, handInForm);
  if (!form.ok) throw data(null, { status: 400 });
  const handedIn = await handInVerification(context.get(servicesContext), {
    user_id: viewer.id,
    skips_photo: form.value.skip_photo,
    waived: rulesOf(context).content.waived_documents,
  });
  if (handedIn.outcome !== "incomplete") return redirect("/account/verification", 303);
  const { missing } = handedIn;
  const errors = getI18n(context).getFixedT(null, "errors");
  const reason =
    missing.length === 1 && missing[0] === "photo" ? errors("handIn.photo") : errors("handIn.missing");
  const refusal: SubmissionResult<string[]> = { status: "error", error: { "": [reason] } };
  return data({ ...refusal, form: "hand_in" as const }, { status: 422 });
}

async function savePerson(
  request: Request,
  context: Route.ActionArgs["context"],
  userId: string,
  posted: FormData,
) {
  const { db, reservedNames, clock } = context.get(servicesContext);
  posted.delete("intent");
  const form = parseForm(request, context, posted, personForm(businessDate(clock())));
  const refuse = ({ data: reply, init }: FormReply) =>
    data({ ...reply, form: "person" as const }, init ?? {});
  if (!form.ok) return form.reply instanceof Response ? form.reply : refuse(form.reply);
  const { country_id } = form.value;
  if (typeof country_id === "number" && !(await isCountry(db, country_id)))
    return refuse(form.refuse({ country_id: "errors.country.required" }));
  await saveProfile(db, userId, form.value, reservedNames, clock());
  return redirect("/account/verification", 303);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const posted = await request.clone().formData();
  const form = posted.get("intent") === "person" ? ("person" as const) : ("hand_in" as const);
  return await orNotSent(serverAction(), (reply) => ({ ...reply, form }));
}

export default function Verification({ loaderData, actionData }: Route.ComponentProps) {
  const isPerson = actionData?.form === "person";
  return (
    <VerificationView
      facts={loaderData}
      refusedPerson={isPerson ? actionData : null}
      notHandedIn={isPerson ? undefined : actionData?.error?.[""]?.[0]}
    />
  );
}
