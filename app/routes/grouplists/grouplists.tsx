import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { newGroupForm } from "../../domain/grouplists/grouplist.schema.ts";
import { createGroup, listOwnGroups } from "../../domain/grouplists/grouplists.server.ts";
import { currencyName } from "../../domain/money/formats.ts";
import { PROFILE_CURRENCIES } from "../../domain/money/minor.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { productRules } from "../../product-rules.ts";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { SelectField, TextField } from "../../ui/components/text-field.tsx";
import { Title } from "../../ui/components/title.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/grouplists";
import { GroupRow } from "./group-row.tsx";
import { titleOf } from "./own-group.server.ts";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** The groups that a creator owns, is in or asked to join, and the form of a new one (docs/product.md, 5.11). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const groups = await listOwnGroups(context.get(servicesContext).db, viewer.id);
  const done = takeDone(request, context, ["left", "withdrawn", "deleted", "decided"]);
  return {
    title: t("grouplists:title"),
    note: done ? t(`grouplists:done.${done.act}`) : null,
    isFull: groups.filter(({ role }) => role === "OWNER").length >= productRules.grouplist.owned_maximum,
    groups: groups.map((group) => ({ ...group, title: titleOf(context, group) })),
    currency: viewer.currency,
    currencies: PROFILE_CURRENCIES.map((code) => ({
      value: code,
      text: `${currencyName(code, locale)} (${code})`,
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const posted = await readCheckableForm(request);
  const failure = "errors.grouplist.create_failed";
  const form = parseForm(request, context, posted, newGroupForm, {}, failure);
  if (!form.ok) return form.reply;
  if (!(await takeBudgets(context, [{ budget: "grouplist", key: viewer.id }])))
    return form.refuse({ "": "errors.grouplist.too_often" });
  const made = await createGroup(services, { creator_id: viewer.id, ...form.value });
  if (made.outcome === "too_many") return form.refuse({ "": "errors.grouplist.maximum" });
  if (made.outcome === "not_active") throw data({ notActive: viewer.status }, { status: 403 });
  return redirect(`/gl/${made.slug}/edit`, { status: 303, headers: doneHeaders(context, "created") });
}

export default function Grouplists({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("grouplists");
  const { title, note, groups, isFull, currency, currencies } = loaderData;
  const [form, fields] = shownForm<{ name: string; currency: string }>({
    id: "new-group",
    lastResult: actionData,
    defaultValue: { name: "", currency },
  });
  return (
    <div className="account-page">
      <Title order={1}>{title}</Title>
      <p className="help">{t("intro")}</p>
      {note === null ? null : (
        <p className="note" role="status" data-toast="">
          {note}
        </p>
      )}
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
          <CheckedForm form={form} button={t("create.save")}>
            <TextField
              field={fields.name}
              label={t("create.name")}
              help={t("create.nameHelp")}
              optional
              control={{ autoComplete: "off", "data-live": "" }}
            />
            <SelectField
              field={fields.currency}
              label={t("create.currency")}
              help={t("create.currencyHelp")}
              options={currencies}
            />
          </CheckedForm>
        )}
      </section>
    </div>
  );
}
