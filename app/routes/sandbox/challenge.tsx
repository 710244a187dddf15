import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import type { PayPage } from "../../sandbox-provider/hosted-page.server.ts";
import { Field } from "../../sandbox-provider/pages/field.tsx";
import { OpenPayment, type Refusal } from "../../sandbox-provider/pages/frame.tsx";
import { formatAmount, useSandboxText } from "../../sandbox-provider/pages/text.ts";
import type { Route } from "./+types/challenge";
import { takeProviderForm } from "./provider-page.server.ts";

export const handle = { frame: "bare" };

export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader({ params, context }: Route.LoaderArgs) {
  const { sandbox } = context.get(servicesContext);
  const page = await sandbox?.findPage(params.token);
  if (!sandbox || !page) throw data(null, { status: 404 });
  if (page.state !== "OPEN" || !page.challenged) return redirect(`/sandbox/pay/${params.token}`, 303);
  return { page, code: sandbox.challengeCode };
}

export async function action(posted: Route.ActionArgs) {
  const { token } = posted.params;
  return await takeProviderForm(posted, (sandbox, fields) =>
    fields.deny ? sandbox.deny(token) : sandbox.confirm(token, fields),
  );
}

export default function Challenge({ loaderData, actionData }: Route.ComponentProps) {
  return <ChallengeView page={loaderData.page} code={loaderData.code} refusal={actionData} />;
}

function ChallengeView(props: { page: PayPage; code: string; refusal: Refusal | undefined }) {
  const { page, code, refusal } = props;
  const t = useSandboxText(page.locale);
  const amount = formatAmount(page.locale, page.amountMinor, page.currency);
  const errors = refusal?.errors ?? {};
  return (
    <OpenPayment
      {...{ t, page, amount, errors }}
      title={t("page.challengeTitle", { amount })}
      giveUp={{ name: "deny", text: t("challenge.deny") }}
    >
      <h2>{t("challenge.heading")}</h2>
      <p className="sp-intro">{t("challenge.intro", { amount, card: page.instrument ?? "" })}</p>
      <Field
        t={t}
        errors={errors}
        name="code"
        label={t("fields.code")}
        help={t("fields.codeHelp", { code })}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
      />
      <button type="submit" className="sp-button">
        {t("challenge.confirm")}
      </button>
    </OpenPayment>
  );
}
