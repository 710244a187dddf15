import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { readForm } from "../../http/body.server.ts";
import type { ConnectPage } from "../../sandbox-provider/onboarding-page.server.ts";
import { Field, PostForm } from "../../sandbox-provider/pages/field.tsx";
import { SandboxFrame } from "../../sandbox-provider/pages/frame.tsx";
import { formatAmount, useSandboxText } from "../../sandbox-provider/pages/text.ts";
import type { Route } from "./+types/connect";
import { textFields } from "./provider-page.server.ts";

export const handle = { frame: "bare" };

export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader({ params, context }: Route.LoaderArgs) {
  const { sandbox } = context.get(servicesContext);
  const page = await sandbox?.findConnectPage(params.token);
  if (!page) throw data(null, { status: 404 });
  if ("refreshUrl" in page) return redirect(page.refreshUrl, 303);
  return { page };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { sandbox } = context.get(servicesContext);
  if (!sandbox) throw data(null, { status: 404 });
  const result = await sandbox.decideAccount(params.token, textFields(await readForm(request)));
  if (result.outcome === "unknown") throw data(null, { status: 404 });
  return redirect(result.url, 303);
}

export default function Connect({ loaderData }: Route.ComponentProps) {
  return <ConnectView page={loaderData.page} />;
}

const ENDINGS = ["finish", "due", "review", "restrict", "reject"] as const;

function ConnectView({ page }: { page: ConnectPage }) {
  const { locale, country, currency, isSubmitted, legalName, balanceMinor } = page;
  const t = useSandboxText(locale);
  const balance = formatAmount(locale, balanceMinor, currency);
  return (
    <SandboxFrame
      {...{ t, locale }}
      title={t("connect.title")}
      amountLabel={t("connect.balance")}
      amount={balance}
      description={t("connect.description", { country, currency })}
    >
      <h2>{isSubmitted ? t("connect.known") : t("connect.heading")}</h2>
      <PostForm>
        <Field
          t={t}
          errors={{}}
          name="legal_name"
          label={t("connect.legalName")}
          defaultValue={legalName}
          maxLength={100}
        />
        {ENDINGS.map((each) => (
          <button key={each} type="submit" className="sp-button" name="act" value={each}>
            {t(`connect.${each}`)}
          </button>
        ))}
        {balanceMinor > 0 ? (
          <>
            <button type="submit" className="sp-button" name="act" value="pay_out">
              {t("connect.payOut", { amount: balance })}
            </button>
            <button type="submit" className="sp-button" name="act" value="fail_payout">
              {t("connect.failPayout")}
            </button>
          </>
        ) : null}
        <button type="submit" className="sp-button sp-quiet" name="act" value="leave">
          {t("connect.leave")}
        </button>
      </PostForm>
    </SandboxFrame>
  );
}
