import { data, redirect } from "react-router";
import { clientAddressContext, servicesContext } from "../../../context.ts";
import { missingReporter, noticeForm, REASONS } from "../../../domain/content-cases/content-case.schema.ts";
import { reportContent } from "../../../domain/content-cases/notices.server.ts";
import { addressKey, networkKey } from "../../../http/address-keys.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { mayMail, recipientKey, takeBudgets } from "../../../http/budgets.server.ts";
import { cacheTags } from "../../../http/cache-tags.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { CheckField } from "../../../ui/components/check-field.tsx";
import { CheckedForm } from "../../../ui/components/checked-form.tsx";
import { SelectField, TextAreaField, TextField } from "../../../ui/components/text-field.tsx";
import { FormPage } from "../../../ui/shells/form-page.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/report";

export const handle = { isForEverybody: true };

/** Only paths of this site prefill the form. */
const OWN_PAGE = /^\/[\w.-]{1,40}$/;

/** `?address=/name` prefills the subject (docs/product.md, 6.14). */
export function loader({ url, context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(servicesContext);
  const asked = url.searchParams.get("address") ?? "";
  const target = OWN_PAGE.test(asked) ? `${publicUrl}${asked}` : "";
  const title = getI18n(context).t("report:title");
  return data({ title, example: `${publicUrl}/name`, target }, { headers: cacheTags() });
}

export async function action({ request, context }: Route.ActionArgs) {
  const posted = await readCheckableForm(request);
  const form = parseForm(request, context, posted, noticeForm);
  if (!form.ok) return form.isCheck ? form.reply : form.refuse(missingReporter(typedReporter(posted)));
  const { name = null, email = null, ...notice } = form.value;
  const missing = missingReporter(form.value);
  if (Object.keys(missing).length > 0) return form.refuse(missing);
  if (!(await mayReport(context, email))) return form.refuse({ "": "errors.report.blocked" });
  const { target, reason, explanation } = notice;
  const given = { target, reason, explanation, name, email, locale: getLocale(context) };
  const token = await reportContent(context.get(servicesContext), given);
  return redirect(`/report/${token}`, { status: 303, headers: await doneHeaders(context, "reported") });
}

function typedReporter(posted: FormData) {
  const typed = (name: string) => {
    const value = posted.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  return { reason: typed("reason"), name: typed("name"), email: typed("email"), website: typed("website") };
}

/**
 * By address and in total, as a notice costs an operator's time; by recipient, as it mails. Beyond the total,
 * each network keeps a small budget.
 */
async function mayReport(context: Route.ActionArgs["context"], email: string | null): Promise<boolean> {
  const address = context.get(clientAddressContext);
  const beyond = { budget: "content_notice_network", key: networkKey(address) } as const;
  const takings = [
    { budget: "content_notice", key: addressKey(address) },
    { budget: "content_notice_all", key: "all", isShared: true, beyond },
  ] as const;
  if (email === null) return (await takeBudgets(context, takings)) !== null;
  return await mayMail(context, [...takings, { budget: "content_notice_mail", key: recipientKey(email) }]);
}

interface NoticeFields {
  target: string;
  reason: string;
  explanation: string;
  name: string;
  email: string;
  good_faith: string;
  website: string;
}

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("report");
  const { title, example, target } = loaderData;
  const [form, fields] = shownForm<NoticeFields>({
    id: "report",
    lastResult: actionData,
    defaultValue: { target },
  });
  const reasons = REASONS.map((value) => ({ value, text: t(`reasons.${value}`) }));
  return (
    <FormPage title={title} intro={t("intro")}>
      <CheckedForm
        form={form}
        labels={{
          target: t("target"),
          reason: t("reason"),
          explanation: t("explanation"),
          name: t("name"),
          email: t("email"),
        }}
        button={t("go")}
      >
        <TextField
          field={fields.target}
          label={t("target")}
          help={t("targetHelp", { example })}
          control={{ maxLength: 500, autoComplete: "off" }}
        />
        <SelectField
          field={fields.reason}
          label={t("reason")}
          options={[{ value: "", text: t("choose") }, ...reasons]}
        />
        <TextAreaField
          field={fields.explanation}
          label={t("explanation")}
          help={t("explanationHelp")}
          control={{ rows: 6 }}
        />
        <TextField field={fields.name} label={t("name")} control={{ autoComplete: "name" }} />
        <TextField
          field={fields.email}
          label={t("email")}
          help={t("emailHelp")}
          control={{ type: "email", autoComplete: "email", inputMode: "email" }}
        />
        <CheckField field={fields.good_faith}>{t("goodFaith")}</CheckField>
        {/* A honeypot for bots. */}
        <label className="trap" aria-hidden="true">
          {t("website")}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </CheckedForm>
      <p className="more-links">
        <a href="/complaint-policy">{t("more")}</a>
      </p>
    </FormPage>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
