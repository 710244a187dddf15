import { useTranslation } from "react-i18next";
import { data, Form, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { queueTestAlert } from "../../../domain/overlay/alerts.server.ts";
import { alertForm } from "../../../domain/overlay/overlay.schema.ts";
import {
  createOverlay,
  findOverlay,
  overlaySecret,
  pauseOverlay,
  renewOverlay,
  setWordsReview,
} from "../../../domain/overlay/overlays.server.ts";
import { canReceive } from "../../../domain/users/viewer.ts";
import { readForm } from "../../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../../http/done-notes.server.ts";
import { requireCreator } from "../../../http/guards.server.ts";
import { formatsOf } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AccountPage } from "../../../ui/shells/account-page.tsx";
import { FormPage } from "../../../ui/shells/form-page.tsx";
import type { Route } from "./+types/overlay";
import { Addresses, AlertList, ButtonRow, useFreshQueue } from "./overlay-parts.tsx";
import { actOnAlert, queueOf } from "./queue.server.ts";

const PAGE = "/dashboard/overlay";
const DONE = ["renewed", "tested"] as const;

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db, tokens, publicUrl } = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const overlay = await findOverlay(db, viewer.id);
  const isOpen = canReceive(viewer.status);
  if (!overlay || !isOpen) return { isOpen, overlay: null };
  return {
    isOpen,
    overlay: {
      key_id: overlay.key_id,
      isRenewal: url.searchParams.has("renew"),
      address: `${publicUrl}/overlay/${overlaySecret(tokens, overlay.key_id)}`,
      renewed: formatsOf(context).day(overlay.renewed_at),
      isPaused: overlay.paused_at !== null,
      readsWords: overlay.reviews_words,
      queue: await queueOf(context, viewer.id),
      done: (await takeDone(request, context, DONE))?.act ?? null,
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { id, status } = await requireCreator(request, context);
  const form = await readForm(request);
  const intent = form.get("intent");
  const back = async (done?: (typeof DONE)[number]) =>
    redirect(PAGE, { status: 303, headers: done ? await doneHeaders(context, done) : {} });
  if (!canReceive(status)) throw data(null, { status: 403 });
  if (intent === "make") await createOverlay(services, id);
  else if (intent === "test") {
    if (await findOverlay(services.db, id)) await queueTestAlert(services, id);
    return back("tested");
  } else if (intent === "pause" || intent === "resume")
    await pauseOverlay(services, { user_id: id, is_paused: intent === "pause" });
  else if (intent === "read_first" || intent === "show_at_once")
    await setWordsReview(services.db, { user_id: id, reviews_words: intent === "read_first" });
  else if (intent === "renew") {
    const key_id = String(form.get("key_id"));
    if (isId(key_id)) await renewOverlay(services, { user_id: id, key_id });
    return back("renewed");
  } else {
    const act = alertForm.safeParse(Object.fromEntries(form));
    if (!act.success) throw data(null, { status: 400 });
    await actOnAlert(context, id, act.data);
  }
  return back();
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function OverlayPage({ loaderData: { isOpen, overlay } }: Route.ComponentProps) {
  const { t } = useTranslation("overlay");
  const { t: share } = useTranslation("share");
  useFreshQueue(overlay?.queue.waiting_count ?? 0);
  if (!isOpen)
    return (
      <AccountPage title={t("title")} intro={share("notOpen")}>
        <div className="actions">
          <ButtonLink to="/account/verification">{share("verification")}</ButtonLink>
        </div>
      </AccountPage>
    );
  if (!overlay)
    return (
      <AccountPage title={t("title")} intro={t("intro")}>
        <Form method="post" action={PAGE} className="actions">
          <SubmitButton intent="make">{t("make")}</SubmitButton>
        </Form>
      </AccountPage>
    );
  if (overlay.isRenewal) return <Renewal keyId={overlay.key_id} />;
  const { address, done, queue, isPaused, readsWords, renewed } = overlay;
  return (
    <AccountPage title={t("title")} isSaved={done !== null} {...(done && { savedText: t(`done.${done}`) })}>
      <Addresses address={address}>
        <p className="help">
          {t("since", { day: renewed })} <Link to={`${PAGE}?renew`}>{t("renew")}</Link>
        </p>
      </Addresses>
      <Card title={t("queue.title")}>
        <p>{t(isPaused ? "queue.paused" : "queue.waiting", { count: queue.waiting_count })}</p>
        <ButtonRow>
          <Intent name={isPaused ? "resume" : "pause"}>{t(isPaused ? "queue.resume" : "queue.pause")}</Intent>
          <Intent name="test">{t("queue.test")}</Intent>
          <ButtonLink to={`${PAGE}/style`}>{t("style.title")}</ButtonLink>
        </ButtonRow>
        <AlertList alerts={queue.waiting} />
      </Card>
      <Card title={t("review.title")}>
        <p>{t(readsWords ? "review.on" : "review.off")}</p>
        <ButtonRow>
          <Intent name={readsWords ? "show_at_once" : "read_first"}>
            {t(readsWords ? "review.turnOff" : "review.turnOn")}
          </Intent>
        </ButtonRow>
      </Card>
      {queue.ended.length > 0 ? (
        <Card title={t("queue.ended")}>
          <AlertList alerts={queue.ended} />
        </Card>
      ) : null}
    </AccountPage>
  );
}

function Intent({ name, children }: { name: string; children: string }) {
  return (
    <Form method="post" action={PAGE}>
      <SubmitButton kind="second" intent={name}>
        {children}
      </SubmitButton>
    </Form>
  );
}

function Renewal({ keyId }: { keyId: string }) {
  const { t } = useTranslation("overlay");
  return (
    <FormPage title={t("renewal.title")} intro={t("renewal.text")}>
      <Form method="post" action={PAGE}>
        <input type="hidden" name="key_id" value={keyId} />
        <div className="actions">
          <SubmitButton kind="warn" intent="renew">
            {t("renewal.go")}
          </SubmitButton>
          <ButtonLink to={PAGE}>{t("renewal.keep")}</ButtonLink>
        </div>
      </Form>
    </FormPage>
  );
}
