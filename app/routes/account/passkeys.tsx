import type { SubmissionResult } from "@conform-to/react";
import type { ReactElement } from "react";
import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import {
  addPasskey,
  askForPasskey,
  findSecondFactor,
  hasFreshCode,
  listPasskeys,
  noteFreshCode,
  offerPasskey,
  removePasskey,
} from "../../domain/auth/auth.server.ts";
import { newPasskeyForm } from "../../domain/auth/passkey.schema.ts";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import type { Viewer } from "../../domain/users/users.server.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { type FormReply, parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { isId } from "../../http/ids.ts";
import { toLogin } from "../../http/sign-in.server.ts";
import { CodeForm } from "../../ui/components/code-form.tsx";
import { ErrorSummary } from "../../ui/components/error-summary.tsx";
import { MainButton, SecondLink } from "../../ui/components/main-button.tsx";
import { PasskeyAnswer, PasskeyForm } from "../../ui/components/passkey-form.tsx";
import { TextField } from "../../ui/components/text-field.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import { refuseSecondStep } from "../second-step.server.ts";
import type { Route } from "./+types/passkeys";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

type Context = Route.LoaderArgs["context"];
type Reply = SubmissionResult<string[]> | null | undefined;

const PAGE = "/account/security/passkeys";
const DONE = ["passkey_added", "passkey_removed"] as const;
type Done = (typeof DONE)[number];
const isDone = (reply: FormReply | Done): reply is Done => typeof reply === "string";

/** Adds and removes passkeys, after a fresh code or an earlier passkey. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireOwner(request, context);
  const title = getI18n(context).t("account:passkeys.title");
  if (!hasFreshCode(viewer, services.clock()))
    return { title, proof: await askForPasskey(services, viewer.id, proofIn(viewer)), own: null };
  const locale = getLocale(context);
  const passkeys = (await listPasskeys(services.db, viewer.id)).map(({ id, name, created_at }) => ({
    ...{ id, name, since: formatMomentInBerlin(created_at, locale) },
  }));
  const removed = new URL(request.url).searchParams.get("remove");
  const own = {
    passkeys,
    toRemove: passkeys.find(({ id }) => id === removed) ?? null,
    done: takeDone(request, context, DONE)?.act ?? null,
    offer: await offerPasskey(services, viewer),
  };
  return { title, proof: null, own };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireOwner(request, context);
  const posted = await readCheckableForm(request);
  const done = await act(request, context, viewer, posted);
  if (done !== null && !isDone(done)) return done;
  return redirect(PAGE, { status: 303, headers: done === null ? {} : doneHeaders(context, done) });
}

async function act(
  request: Request,
  context: Context,
  viewer: Viewer,
  posted: FormData,
): Promise<FormReply | Done | null> {
  const services = context.get(servicesContext);
  const of = { user_id: viewer.id, asker: { session_id: viewer.session_id } };
  const isProven = hasFreshCode(viewer, services.clock());
  if (isProven && posted.get("intent") !== "remove") {
    const form = parseForm(request, context, posted, newPasskeyForm);
    if (!form.ok) return form.reply;
    const outcome = await addPasskey(services, { ...of, ...form.value }).catch(toLogin);
    if (outcome === "refused") return form.refuse({ "": "errors.passkey.refused" });
    return outcome === "too_many" ? form.refuse({ "": "errors.passkey.enough" }) : "passkey_added";
  }
  if (isProven) {
    const id = String(posted.get("id"));
    const isRemoved = isId(id) && (await removePasskey(services, { ...of, id }).catch(toLogin)) === "removed";
    return isRemoved ? "passkey_removed" : null;
  }
  const refusal = await refuseSecondStep(request, context, { ...of, use: proofIn(viewer) }, posted);
  if (!refusal)
    await noteFreshCode(services.db, { id: viewer.session_id, user_id: viewer.id }, services.clock());
  return refusal;
}

const proofIn = ({ session_id }: Viewer) => ({ purpose: "confirm" as const, holder: session_id });

/** Passkeys stand beside the codes: without the second factor there are none. */
async function requireOwner(request: Request, context: Context): Promise<Viewer> {
  const viewer = await requireViewer(request, context);
  const { is_on } = await findSecondFactor(context.get(servicesContext).db, viewer.id);
  if (!is_on) throw redirect("/account/security", 303);
  return viewer;
}

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("account");
  const { own, proof } = loaderData;
  if (!own)
    return (
      <FormPage title={t("passkeys.title")} intro={t("passkeys.confirm")}>
        <CodeForm id="confirm" lastResult={actionData} go={t("passkeys.go")} />
        <PasskeyForm options={proof} />
      </FormPage>
    );
  if (own.toRemove) return <Removal {...own.toRemove} />;
  return (
    <FormPage title={t("passkeys.title")} intro={t("passkeys.intro")}>
      {own.done ? (
        <p className="note" role="status">
          {t(own.done === "passkey_added" ? "passkeys.added" : "passkeys.removed")}
        </p>
      ) : null}
      <ul className="rows">
        {own.passkeys.map(({ id, name, since }) => (
          <li key={id}>
            <span>
              <b>{name}</b>
              <small>{t("security.sessions.since", { at: since })}</small>
            </span>
            <a href={`${PAGE}?remove=${id}`} aria-label={t("passkeys.removeOne", { name })}>
              {t("passkeys.remove")}
            </a>
          </li>
        ))}
      </ul>
      <NewPasskey lastResult={actionData} offer={own.offer} />
    </FormPage>
  );
}

function Removal({ id, name }: { id: string; name: string }): ReactElement {
  const { t } = useTexts("account");
  return (
    <FormPage title={t("passkeys.removeTitle", { name })} intro={t("passkeys.removeIntro")}>
      <form method="post" action={PAGE}>
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="id" value={id} />
        <div className="actions">
          <MainButton>{t("passkeys.remove")}</MainButton>
          <SecondLink href={PAGE}>{t("passkeys.keep")}</SecondLink>
        </div>
      </form>
    </FormPage>
  );
}

function NewPasskey({ lastResult, offer }: { lastResult: Reply; offer: object }): ReactElement {
  const { t } = useTexts("account");
  const [form, fields] = shownForm<{ name: string }>({ id: "passkey", lastResult: lastResult ?? null });
  return (
    <>
      <ErrorSummary formId={form.id} errors={form.allErrors} />
      <p className="note" data-no-passkeys="">
        {t("passkeys.needsScript")}
      </p>
      <form method="post" noValidate hidden data-passkey={JSON.stringify(offer)}>
        <div className="fields">
          <TextField
            field={fields.name}
            label={t("passkeys.name")}
            help={t("passkeys.nameHelp")}
            control={{ maxLength: 40, required: true, autoComplete: "off" }}
          />
          <PasskeyAnswer intent="add" />
          <MainButton>{t("passkeys.add")}</MainButton>
        </div>
      </form>
    </>
  );
}
