import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import type { MethodPage } from "../../sandbox-provider/hosted-page.server.ts";
import { ErrorSummary, PostForm } from "../../sandbox-provider/pages/field.tsx";
import type { Refusal } from "../../sandbox-provider/pages/frame.tsx";
import { SandboxFrame } from "../../sandbox-provider/pages/frame.tsx";
import { InstrumentFields, TestInstruments } from "../../sandbox-provider/pages/instrument-forms.tsx";
import { formatAmount, useSandboxText } from "../../sandbox-provider/pages/text.ts";
import type { Route } from "./+types/set-up";
import { takeProviderForm } from "./provider-page.server.ts";

export const handle = { frame: "bare" };

export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { sandbox } = context.get(servicesContext);
  const page = await sandbox?.findSetUpPage(params.token, url.searchParams.get("use"));
  if (!page) throw data(null, { status: 404 });
  if ("url" in page) return redirect(page.url, 303);
  return { page };
}

export async function action(posted: Route.ActionArgs) {
  const { token } = posted.params;
  return await takeProviderForm(posted, (sandbox, fields) =>
    fields.leave ? sandbox.leaveSetUp(token) : sandbox.saveMethod(token, fields),
  );
}

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  return <SetUpView page={loaderData.page} refusal={actionData} />;
}

function SetUpView({ page, refusal }: { page: MethodPage; refusal: Refusal | undefined }) {
  const t = useSandboxText(page.locale);
  const errors = refusal?.errors ?? {};
  const values = { ...page.prefill, ...refusal?.kept };
  return (
    <SandboxFrame
      {...{ t, locale: page.locale }}
      title={t("setUp.title")}
      amountLabel={t("setUp.today")}
      amount={formatAmount(page.locale, 0, page.currency)}
      description={t("setUp.description")}
      aside={<TestInstruments t={t} page={page} />}
    >
      <ErrorSummary t={t} errors={errors} />
      <PostForm>
        <InstrumentFields
          {...{ t, page, errors, values }}
          submit={t("setUp.save")}
          mandate={t("fields.mandateLater")}
          consent={t("fields.cardBoth")}
          heading={page.type === "INETCASH_DD" ? t("setUp.debit") : t("setUp.card")}
        />
      </PostForm>
      <form method="post">
        <button type="submit" className="sp-button sp-quiet" name="leave" value="yes">
          {t("form.abort")}
        </button>
      </form>
    </SandboxFrame>
  );
}
