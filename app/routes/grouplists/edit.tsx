import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { groupForm } from "../../domain/grouplists/grouplist.schema.ts";
import { editGroup, groupTurnover, listGroupMembers } from "../../domain/grouplists/grouplists.server.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { TextField } from "../../ui/components/text-field.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/edit";
import { AvatarCard, InvitesCard, ReviewNote, SwitchCards } from "./edit-parts.tsx";
import { managed, requireOwnGroup, titleOf } from "./own-group.server.ts";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

const DONE = [
  ...(["created", "saved", "in_review", "removed", "invites_on", "invites_off", "renewed"] as const),
  ...(["ranking_on", "ranking_off"] as const),
];

/** All that an owner sets of a group (docs/product.md, 5.11). */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(servicesContext);
  const { t } = getI18n(context);
  const { group } = await requireOwnGroup(request, context, params.grouplist);
  const [turnover, members] = await Promise.all([
    groupTurnover(db, group.id),
    listGroupMembers(db, group.id),
  ]);
  const done = takeDone(request, context, DONE);
  return {
    title: t("grouplists:edit.ofName", { group: titleOf(context, group) }),
    note: done ? t(`grouplists:done.${done.act}`) : null,
    group: { ...group, ranking_enabled_at: null, is_ranking_enabled: group.ranking_enabled_at !== null },
    inviteUrl: `${publicUrl}/gl/invite/${group.invite_code}`,
    membersCount: members.length,
    turnover: t("grouplists:edit.turnoverText", {
      count: turnover.tips_count,
      amount: formatAmount(turnover.amount_minor, group.currency, getLocale(context)),
    }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { viewer, group } = await requireOwnGroup(request, context, params.grouplist);
  const posted = await readCheckableForm(request);
  const form = parseForm(request, context, posted, groupForm, {}, "errors.grouplist.update_failed");
  if (!form.ok) return form.reply;
  if (!(await takeBudgets(context, [{ budget: "grouplist", key: viewer.id }])))
    return form.refuse({ "": "errors.grouplist.too_often" });
  const given = { slug: group.slug, creator_id: viewer.id, name: form.value.name };
  const outcome = managed(await editGroup(services, given), viewer);
  const done = outcome === "in_review" ? "in_review" : "saved";
  return redirect(`/gl/${group.slug}/edit`, { status: 303, headers: doneHeaders(context, done) });
}

export default function Edit({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("grouplists");
  const { title, note, group, inviteUrl, membersCount, turnover } = loaderData;
  const name = group.new_name ?? group.name ?? "";
  const [form, fields] = shownForm<{ name: string; avatar: string }>({
    id: "group",
    lastResult: actionData,
    defaultValue: { name },
  });
  // A refused picture is another form's: this one goes on showing the name, not an empty field to save.
  const nameField = fields.avatar.errors ? { ...fields.name, initialValue: name } : fields.name;
  return (
    <AccountPage title={title}>
      {note === null ? null : (
        <p className="note" role="status" data-toast="">
          {note}
        </p>
      )}
      <p className="more-links">
        <a href={`/gl/${group.slug}`}>{t("edit.page")}</a>
        <a href={`/gl/${group.slug}/creators`}>{t("edit.members", { count: membersCount })}</a>
      </p>
      <ReviewNote group={group} />
      <section className="card">
        <CheckedForm form={form} button={t(group.status === "DECLINED" ? "edit.saveAgain" : "edit.save")}>
          <TextField
            field={nameField}
            label={t("edit.name")}
            help={t("edit.nameHelp")}
            optional
            control={{ autoComplete: "off", "data-live": "" }}
          />
          <p className="help">
            {t("edit.currency")}: <b>{group.currency}</b>. {t("edit.currencyHelp")}
          </p>
        </CheckedForm>
      </section>
      <AvatarCard group={group} problem={fields.avatar.errors?.[0]} />
      <InvitesCard group={group} url={inviteUrl} />
      <Card title={t("edit.turnover")}>
        <p>{turnover}</p>
      </Card>
      <SwitchCards group={group} />
    </AccountPage>
  );
}
