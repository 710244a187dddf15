import { getInputProps, type SubmissionResult } from "@conform-to/react";
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { data, redirect, useFetcher } from "react-router";
import { servicesContext } from "../../context.ts";
import { API_KEY_LIVES, API_SCOPES, apiKeyForm, SCOPE_FIELDS } from "../../domain/auth/api-key.schema.ts";
import { endApiKey, listApiKeys, makeApiKey } from "../../domain/auth/api-keys.server.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { isId } from "../../http/ids.ts";
import { authenticateOwner, toLogin } from "../../http/sign-in.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { FieldsForm, useAnswerKey, useCheckedForm } from "../../ui/components/checked-fields.tsx";
import { CopyTextButton } from "../../ui/components/copy-text-button.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { orNotSent } from "../../ui/lost-connection.ts";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { useHold } from "../../ui/shells/refusals.tsx";
import type { Route } from "./+types/api-keys";

/** docs/product.md, 9.14. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const { id } = await requireCreator(request, context);
  const locale = getLocale(context);
  const dayOf = (at: Date | null) => at && formatDay(at, locale);
  return {
    isEnded: (await takeDone(request, context, ["ended"])) !== null,
    keys: (await listApiKeys(db, id, clock())).map(({ created_at, last_used_at, expires_at, ...key }) => ({
      ...key,
      ...{ since: dayOf(created_at), used: dayOf(last_used_at), until: dayOf(expires_at) },
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const posted = await readForm(request);
  if (posted.get("intent") === "end") {
    const id = String(posted.get("id"));
    if (isId(id)) await endApiKey(services, { user_id: viewer.id, id });
    return redirect("/account/api", { status: 303, headers: await doneHeaders(context, "ended") });
  }
  const form = parseForm(request, context, posted, apiKeyForm);
  const refused = (reply: ReturnType<typeof form.refuse>) =>
    data({ reply: reply.data, made: null }, { status: 422 });
  if (!form.ok) return refused(form.reply);
  const { password, ...wanted } = form.value;
  const owner = await authenticateOwner(context, viewer, password);
  if (owner.outcome === "blocked") return refused(form.refuse({ "": "errors.login.blocked" }));
  if (owner.outcome === "wrong") return refused(form.refuse({ password: "errors.password.wrong" }));
  const given = { user_id: viewer.id, asker: owner.asker, ...wanted };
  const made = await makeApiKey(services, given).catch(toLogin);
  if (made.outcome === "too_many") return refused(form.refuse({ "": "errors.api_key.enough" }));
  return { reply: null, made: { secret: made.key, name: wanted.name } };
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return await orNotSent(serverAction(), (reply) => ({ reply, made: null }));
}

export default function ApiKeys({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("apiKeys");
  const { keys, isEnded } = loaderData;
  const key = useAnswerKey({ actionData, loaderData });
  return (
    <AccountPage title={t("title")} intro={t("intro")} isSaved={isEnded} savedText={t("ended")}>
      {actionData?.made ? <MadeKey {...actionData.made} /> : null}
      <Card title={t("yours")}>
        {keys.length === 0 ? <p className="help">{t("none")}</p> : null}
        <ul className="rows">
          {keys.map((each) => (
            <KeyRow key={each.id} of={each} />
          ))}
        </ul>
        <p>
          <a href="/api/docs">{t("docs")}</a>
        </p>
      </Card>
      <Card title={t("newKey")}>
        <NewKey key={key} lastResult={actionData?.reply} />
      </Card>
    </AccountPage>
  );
}

function MadeKey({ secret, name }: { secret: string; name: string }) {
  const { t } = useTranslation("apiKeys");
  useHold(true);
  return (
    <section className="card" role="status">
      <p>{t("shownOnce", { name })}</p>
      <p>
        <code>{secret}</code>
      </p>
      <div className="actions">
        <CopyTextButton text={secret} label={t("copy")} copied={t("copied")} />
      </div>
    </section>
  );
}

function KeyRow({ of }: { of: Route.ComponentProps["loaderData"]["keys"][number] }) {
  const { t } = useTranslation("apiKeys");
  const fetcher = useFetcher();
  if (fetcher.state !== "idle") return null;
  const { id, name, shown, scopes, since, used, until } = of;
  const facts = [
    ...scopes.map((scope) => t(`scopes.${SCOPE_FIELDS[scope]}`)),
    t("madeOn", { at: since }),
    used ? t("usedOn", { at: used }) : t("unused"),
    ...(until ? [t("endsOn", { at: until })] : []),
  ];
  return (
    <li>
      <span>
        <b>{name}</b> <code>{shown}…</code>
        <small>{facts.join(" · ")}</small>
      </span>
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="end" />
        <input type="hidden" name="id" value={id} />
        <button type="submit" className="plain-button" aria-label={t("endOne", { name })}>
          {t("end")}
        </button>
      </fetcher.Form>
    </li>
  );
}

function NewKey({ lastResult }: { lastResult: SubmissionResult<string[]> | null | undefined }) {
  const { t } = useTranslation("apiKeys");
  const { form, fields, textOf, input, select } = useCheckedForm({
    ...{ id: "key", lastResult, schema: apiKeyForm, defaultValue: { lasts: API_KEY_LIVES[1] } },
  });
  const labels = { name: t("name"), tips_read: t("may"), lasts: t("lasts"), password: t("password") };
  return (
    <FieldsForm form={form} labels={labels}>
      <TextInput
        {...input(fields.name)}
        label={labels.name}
        description={t("nameHelp")}
        maxLength={40}
        autoComplete="off"
      />
      <fieldset>
        <legend className="legend">{labels.tips_read}</legend>
        {API_SCOPES.map((scope) => {
          const field = fields[SCOPE_FIELDS[scope]];
          return (
            <Checkbox
              {...getInputProps(field, { type: "checkbox" })}
              key={scope}
              label={t(`scopes.${SCOPE_FIELDS[scope]}`)}
              error={textOf(field.errors)}
            />
          );
        })}
      </fieldset>
      <NativeSelect
        {...select(fields.lasts)}
        label={labels.lasts}
        description={t("help")}
        data={API_KEY_LIVES.map((value) => ({
          value,
          label: value === "never" ? t("forever") : t("days", { days: value }),
        }))}
      />
      <TextInput
        {...input(fields.password, "password")}
        label={labels.password}
        autoComplete="current-password"
        maxLength={1024}
      />
      <SubmitButton>{t("go")}</SubmitButton>
    </FieldsForm>
  );
}
