import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import {
  addEndpoint,
  chooseEvents,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  renewSecret,
  sendAgain,
  sendTest,
  switchEndpoint,
} from "../../domain/creator-events/endpoints.server.ts";
import {
  CREATOR_EVENT_TYPES,
  EVENT_FIELDS,
  webhookForm,
} from "../../domain/creator-events/webhook.schema.ts";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import { passwordForm } from "../../domain/users/user.schema.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { isId } from "../../http/ids.ts";
import { authenticateOwner, toLogin } from "../../http/sign-in.server.ts";
import { Card } from "../../ui/components/card.tsx";
import { useAnswerKey } from "../../ui/components/checked-fields.tsx";
import { orNotSent } from "../../ui/lost-connection.ts";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/webhooks";
import { Deliveries } from "./webhook-deliveries.tsx";
import { MadeSecret, NewWebhook, OneWebhook, WebhookState } from "./webhook-parts.tsx";

const DONE = ["removed", "on", "off", "chosen", "none", "queued", "not_on", "too_often"] as const;
const PAGE = "/account/webhooks";

/** One address with its deliveries by ?address, else all (docs/product.md, 5.14). */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const locale = getLocale(context);
  const momentOf = (at: Date | null) => at && formatMomentInBerlin(at, locale);
  const now = clock();
  const endpoints = (await listEndpoints(db, viewer.id)).map(({ earlier_until, failing_since, ...each }) => ({
    ...{ id: each.id, address: each.address, format: each.format, events: each.events },
    state: each.off_reason ?? (failing_since ? ("failing" as const) : ("on" as const)),
    earlierUntil: earlier_until && earlier_until > now ? momentOf(earlier_until) : null,
  }));
  const id = url.searchParams.get("address");
  const shown = endpoints.find((each) => each.id === id) ?? null;
  if (id !== null && !shown) throw redirect(PAGE, 303);
  const deliveries = shown ? await listDeliveries(db, { user_id: viewer.id, id: shown.id }) : [];
  return {
    done: (await takeDone(request, context, DONE))?.act ?? null,
    ...{ endpoints, shown },
    deliveries: deliveries.map(({ happened_at, tried_at, due_at, ...each }) => ({
      ...{ id: each.id, type: each.type, status: each.status, ms: each.answer_ms },
      ...{
        answer: each.answer,
        code: each.answer_status,
        isTried: each.tries_count > 0 || tried_at !== null,
      },
      ...{ at: momentOf(happened_at) ?? "", next: momentOf(due_at) ?? "" },
    })),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = await requireCreator(request, context);
  const posted = await readForm(request);
  const id = url.searchParams.get("address");
  const own = id !== null && isId(id) ? { user_id: viewer.id, id } : null;
  const intent = posted.get("intent");
  if (own && intent !== "renew") {
    const act = await actOn(context, own, posted);
    const to = act === "removed" ? PAGE : `${PAGE}?address=${own.id}`;
    return redirect(to, { status: 303, headers: await doneHeaders(context, act) });
  }
  return own ? await renew(request, context, posted, own) : await add(request, context, posted);
}

type Context = Route.ActionArgs["context"];

async function actOn(
  context: Context,
  own: { user_id: string; id: string },
  posted: FormData,
): Promise<(typeof DONE)[number]> {
  const services = context.get(servicesContext);
  const [intent, delivery_id] = [posted.get("intent"), String(posted.get("id"))];
  if (intent === "on" || intent === "off") {
    await switchEndpoint(services, own, intent === "on");
    return intent;
  }
  if (intent === "events") {
    const events = CREATOR_EVENT_TYPES.filter((type) => posted.has(EVENT_FIELDS[type]));
    return await chooseEvents(services, own, events);
  }
  if (intent === "remove") {
    await removeEndpoint(services, own);
    return "removed";
  }
  const outcome =
    intent === "again"
      ? await sendAgain(services, { ...own, delivery_id: isId(delivery_id) ? delivery_id : own.id })
      : await sendTest(services, own);
  return outcome === "off" ? "not_on" : outcome;
}

type Refusable = Pick<Extract<ReturnType<typeof parseForm>, { ok: true }>, "refuse">;
const refused = (reply: ReturnType<Refusable["refuse"]>) =>
  data({ reply: reply.data, made: null }, { status: 422 });

async function add(request: Request, context: Context, posted: FormData) {
  const services = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const form = parseForm(request, context, posted, webhookForm);
  if (!form.ok) return refused(form.reply);
  const { address, format, events, password } = form.value;
  if (address.protocol !== "https:" && services.config.mode === "live")
    return refused(form.refuse({ address: "errors.webhook.https" }));
  const owner = await authenticateOwner(context, viewer, password);
  if (owner.outcome === "blocked") return refused(form.refuse({ "": "errors.login.blocked" }));
  if (owner.outcome === "wrong") return refused(form.refuse({ password: "errors.password.wrong" }));
  const given = { user_id: viewer.id, asker: owner.asker, address, format, events };
  const added = await addEndpoint(services, given).catch(toLogin);
  if (added.outcome === "too_many") return refused(form.refuse({ "": "errors.webhook.enough" }));
  if (added.outcome !== "added") return refused(form.refuse({ address: "errors.webhook.public" }));
  return { reply: null, made: { host: address.host, format, secret: added.secret, until: null } };
}

async function renew(
  request: Request,
  context: Context,
  posted: FormData,
  own: { user_id: string; id: string },
) {
  const services = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const form = parseForm(request, context, posted, passwordForm);
  if (!form.ok) return refused(form.reply);
  const owner = await authenticateOwner(context, viewer, form.value.password);
  if (owner.outcome === "blocked") return refused(form.refuse({ "": "errors.login.blocked" }));
  if (owner.outcome === "wrong") return refused(form.refuse({ password: "errors.password.wrong" }));
  const renewed = await renewSecret(services, { ...own, asker: owner.asker }).catch(toLogin);
  if (!renewed) throw redirect(PAGE, 303);
  const until = renewed.until && formatMomentInBerlin(renewed.until, getLocale(context));
  return { reply: null, made: { ...renewed, until } };
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return await orNotSent(serverAction(), (reply) => ({ reply, made: null }));
}

export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("webhooks");
  const { done, shown, endpoints, deliveries } = loaderData;
  const key = useAnswerKey({ actionData, loaderData });
  const saved = { isSaved: done !== null, ...(done && { savedText: t(`done.${done}`) }) };
  const made = actionData?.made ? <MadeSecret {...actionData.made} /> : null;
  if (shown)
    return (
      <AccountPage title={t("title")} intro={<code>{shown.address}</code>} {...saved}>
        {made}
        <OneWebhook of={shown} answerKey={key} lastResult={actionData?.reply} />
        <Card title={t("deliveries")}>
          <Deliveries of={deliveries} canSend={shown.state === "on" || shown.state === "failing"} />
        </Card>
        <p className="more-links">
          <Link to="/account/webhooks">{t("all")}</Link>
        </p>
      </AccountPage>
    );
  return (
    <AccountPage title={t("title")} intro={t("intro")} {...saved}>
      {made}
      <Card title={t("yours")}>
        {endpoints.length === 0 ? <p className="help">{t("none")}</p> : null}
        <ul className="rows">
          {endpoints.map((each) => (
            <li key={each.id}>
              <span>
                <Link to={`?address=${each.id}`}>
                  <code>{each.address}</code>
                </Link>
                <WebhookState of={each.state} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t("newOne")}>
        <NewWebhook key={key} lastResult={actionData?.reply} />
      </Card>
    </AccountPage>
  );
}
