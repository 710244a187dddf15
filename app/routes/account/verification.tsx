import type { SubmissionResult } from "@conform-to/react";
import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { handInVerification } from "../../domain/verification/submission.server.ts";
import { handInForm } from "../../domain/verification/verification.schema.ts";
import { readForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import type { Route } from "./+types/verification";
import { loadVerificationPage } from "./verification.server.ts";
import { VerificationView } from "./verification-view.tsx";

/** docs/product.md, 6.8. */
export function loader({ request, context }: Route.LoaderArgs) {
  return loadVerificationPage(request, context);
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireCreator(request, context);
  const form = parseForm(request, context, await readForm(request), handInForm);
  if (!form.ok) throw data(null, { status: 400 });
  const handedIn = await handInVerification(context.get(servicesContext), {
    user_id: viewer.id,
    skips_photo: form.value.skip_photo,
  });
  if (handedIn.outcome !== "incomplete") return redirect("/account/verification", 303);
  const { missing } = handedIn;
  const errors = getI18n(context).getFixedT(null, "errors");
  const reason =
    missing.length === 1 && missing[0] === "photo" ? errors("handIn.photo") : errors("handIn.missing");
  const refusal: SubmissionResult<string[]> = { status: "error", error: { "": [reason] } };
  return data(refusal, { status: 422 });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function Verification({ loaderData, actionData }: Route.ComponentProps) {
  return <VerificationView facts={loaderData} notHandedIn={actionData?.error?.[""]?.[0]} />;
}
