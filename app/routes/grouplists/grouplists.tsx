import { getInputProps, getSelectProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { data, Link, redirect, useFetcher } from "react-router";
import { servicesContext } from "../../context.ts";
import { newGroupForm } from "../../domain/grouplists/grouplist.schema.ts";
import { createGroup, listOwnGroups, type OwnGroup } from "../../domain/grouplists/own-groups.server.ts";
import { currencyName } from "../../domain/money/formats.ts";
import { findMoneyModel } from "../../domain/users/money-model.server.ts";
import { readForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { formatsOf } from "../../http/i18n.server.ts";
import { offeredCurrencies } from "../../http/rules.server.ts";
import { productRules } from "../../product-rules.ts";
import { FieldsForm } from "../../ui/components/checked-fields.tsx";
import { OptionalLabel, useErrorText } from "../../ui/components/form-errors.tsx";
import { GroupAvatar } from "../../ui/components/group-avatar.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { Title } from "../../ui/components/title.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/grouplists";
import { ConfirmLink, useQuestions } from "./confirm.tsx";
import { titleOf } from "./own-group.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const { locale, t } = formatsOf(context);
  const { db } = context.get(servicesContext);
  const groups = await listOwnGroups(db, viewer.id);
  const { money_model } = await findMoneyModel(db, viewer.id);
  const done = await takeDone(request, context, ["left", "withdrawn", "deleted", "decided"]);
  return {
    intro: t(money_model === "DIRECT" ? "grouplists:direct" : "grouplists:intro"),
    note: done ? t(`grouplists:done.${done.act}`) : undefined,
    isFull: groups.filter(({ role }) => role === "OWNER").length >= productRules.grouplist.owned_maximum,
    groups: groups.map(({ owner_id, created_at, ...group }) => ({
      ...group,
      title: titleOf(context, group),
    })),
    currency: viewer.currency,
    currencies: offeredCurrencies(context, viewer.currency).map((code) => ({
      value: code,
      label: `${currencyName(code, locale)} (${code})`,
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const posted = await readForm(request);
  const form = parseForm(request, context, posted, newGroupForm, {}, "errors.grouplist.create_failed");
  if (!form.ok) return form.reply;
  if (!offeredCurrencies(context, viewer.currency).includes(form.value.currency))
    return form.refuse({ currency: "errors.currency.required" });
  if (!(await takeBudgets(context, [{ budget: "grouplist", key: viewer.id }])))
    return form.refuse({ "": "errors.grouplist.too_often" });
  const made = await createGroup(services, { creator_id: viewer.id, ...form.value });
  if (made.outcome === "too_many") return form.refuse({ "": "errors.grouplist.maximum" });
  if (made.outcome === "not_active") throw data({ notActive: viewer.status }, { status: 403 });
  return redirect(`/gl/${made.slug}/edit`, { status: 303, headers: await doneHeaders(context, "created") });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function Grouplists({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("grouplists");
  const { intro, note, groups, isFull, currency, currencies } = loaderData;
  return (
    <AccountPage title={t("title")} intro={intro} isSaved={note !== undefined} savedText={note}>
      {groups.length > 0 ? (
        <ul className="groups">
          {groups.map((group) => (
            <GroupRow key={group.id} group={group} />
          ))}
        </ul>
      ) : (
        <section className="card">
          <Title order={2}>{t("empty.title")}</Title>
          <p>{t("empty.text")}</p>
        </section>
      )}
      <section className="card" id="create">
        <Title order={2}>{t("create.title")}</Title>
        {isFull ? (
          <p className="help">{t("create.full")}</p>
        ) : (
          <NewGroupForm currency={currency} currencies={currencies} lastResult={actionData} />
        )}
      </section>
    </AccountPage>
  );
}

type ShownGroup = Omit<OwnGroup, "owner_id" | "created_at"> & { title: string };

function GroupRow({ group }: { group: ShownGroup }) {
  const { t } = useTranslation("grouplists");
  const questions = useQuestions();
  const leaving = useFetcher();
  const { slug, title, role, status } = group;
  if (leaving.state !== "idle") return null;
  const named = (name: "open" | "edit" | "members" | "leave" | "withdraw") => ({
    "aria-label": t("actOf", { act: t(`acts.${name}`), group: title }),
    children: t(`acts.${name}`),
  });
  const isMember = role === "MEMBER";
  const leave = named(isMember ? "leave" : "withdraw");
  return (
    <li className="card group-row">
      <GroupAvatar name={group.name} avatarId={group.avatar_id} small />
      <div>
        <h2>{title}</h2>
        <p className="group-chips">
          <span className="status" data-status={role === "PENDING" ? "PENDING" : "ACTIVE"}>
            {t(`roles.${role}`)}
          </span>{" "}
          {role === "OWNER" || status === "APPROVED" ? (
            <span className="status" data-status={status === "APPROVED" ? "ACTIVE" : status}>
              {t(`states.${status}`)}
            </span>
          ) : null}
        </p>
        <p className="help">
          {t("creators", { count: group.creators_count })} · {group.currency}
          {group.asking_count > 0 ? (
            <>
              {" · "}
              <b>{t("asking", { count: group.asking_count })}</b>
            </>
          ) : null}
        </p>
        <p className="more-links">
          <a href={`/gl/${slug}`} {...named("open")} />
          {role === "OWNER" ? (
            <>
              <Link to={`/gl/${slug}/edit`} {...named("edit")} />
              <Link to={`/gl/${slug}/creators`} {...named("members")} />
            </>
          ) : (
            <ConfirmLink
              to={`/gl/${slug}/leave`}
              question={questions.leave(isMember, title)}
              fetcher={leaving}
              label={leave["aria-label"]}
            >
              {leave.children}
            </ConfirmLink>
          )}
        </p>
      </div>
    </li>
  );
}

function NewGroupForm({
  currency,
  currencies,
  lastResult,
}: {
  currency: string;
  currencies: { value: string; label: string }[];
  lastResult: SubmissionResult<string[]> | null | undefined;
}) {
  const { t } = useTranslation("grouplists");
  const textOf = useErrorText();
  const [form, fields] = useForm({
    id: "new-group",
    lastResult: lastResult ?? null,
    defaultValue: { name: "", currency },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: newGroupForm }),
    shouldValidate: "onInput",
  });
  const labels = { name: t("create.name"), currency: t("create.currency") };
  return (
    <FieldsForm form={form} labels={labels} failure="errors.grouplist.create_failed">
      <TextInput
        {...getInputProps(fields.name, { type: "text" })}
        label={<OptionalLabel>{labels.name}</OptionalLabel>}
        description={t("create.nameHelp")}
        error={textOf(fields.name.errors)}
        autoComplete="off"
      />
      <NativeSelect
        {...getSelectProps(fields.currency)}
        label={labels.currency}
        description={t("create.currencyHelp")}
        error={textOf(fields.currency.errors)}
        data={currencies}
      />
      <SubmitButton>{t("create.save")}</SubmitButton>
    </FieldsForm>
  );
}
