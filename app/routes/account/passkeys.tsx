import { getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form, Link, redirect } from "react-router";
import { servicesContext, settingsContext } from "../../context.ts";
import { newPasskeyForm } from "../../domain/auth/passkey.schema.ts";
import {
  addPasskey,
  askForPasskey,
  listPasskeys,
  offerPasskey,
  removePasskey,
} from "../../domain/auth/passkeys.server.ts";
import { findSecondFactor, hasFreshCode, noteFreshCode } from "../../domain/auth/second-factor.server.ts";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import type { Viewer } from "../../domain/users/viewer.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { type FormReply, parseForm } from "../../http/forms.server.ts";
import { refuseSecondStep } from "../../http/fresh-code.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getLocale } from "../../http/i18n.server.ts";
import { isId } from "../../http/ids.ts";
import { pageUrl } from "../../http/page-url.server.ts";
import { toLogin } from "../../http/sign-in.server.ts";
import { ButtonLink } from "../../ui/components/button-link.tsx";
import { ConfirmCodeForm } from "../../ui/components/confirm-code-form.tsx";
import { FormErrors, useErrorText } from "../../ui/components/form-errors.tsx";
import { PasskeyRequest } from "../../ui/components/passkey-request.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import type { Route } from "./+types/passkeys";

type Context = Route.LoaderArgs["context"];
type Reply = SubmissionResult<string[]> | null | undefined;

const PAGE = "/account/security/passkeys";
const DONE = ["passkey_added", "passkey_removed"] as const;
type Done = (typeof DONE)[number];
const isDone = (reply: FormReply | Done): reply is Done => typeof reply === "string";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireOwner(request, context);
  if (!hasFreshCode(viewer, services.clock()))
    return { proof: asJson(await askForPasskey(services, viewer.id, proofIn(viewer))), own: null };
  const locale = getLocale(context);
  const passkeys = (await listPasskeys(services.db, viewer.id)).map(({ id, name, created_at }) => ({
    ...{ id, name, since: formatMomentInBerlin(created_at, locale) },
  }));
  const removed = pageUrl(request).searchParams.get("remove");
  const own = {
    passkeys,
    toRemove: passkeys.find(({ id }) => id === removed) ?? null,
    done: (await takeDone(request, context, DONE))?.act ?? null,
    offer: JSON.stringify(
      await offerPasskey(services, { ...viewer, product: context.get(settingsContext).brand.name }),
    ),
  };
  return { proof: null, own };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireOwner(request, context);
  const posted = await readForm(request);
  const done = await act(request, context, viewer, posted);
  if (done !== null && !isDone(done)) return done;
  return redirect(PAGE, { status: 303, headers: done === null ? {} : await doneHeaders(context, done) });
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

const asJson = (options: object | null) => (options === null ? null : JSON.stringify(options));
const proofIn = ({ session_id }: Viewer) => ({ purpose: "confirm" as const, holder: session_id });

/** Passkeys require the second factor. */
async function requireOwner(request: Request, context: Context): Promise<Viewer> {
  const viewer = await requireViewer(request, context);
  const { is_on } = await findSecondFactor(context.get(servicesContext).db, viewer.id);
  if (!is_on) throw redirect("/account/security", 303);
  return viewer;
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const { t: auth } = useTranslation("auth");
  const { own, proof } = loaderData;
  if (!own)
    return (
      <FormPage title={t("passkeys.title")} intro={t("passkeys.confirm")}>
        <ConfirmCodeForm id="confirm" lastResult={actionData} go={t("passkeys.go")} />
        {proof ? (
          <PasskeyRequest options={proof} intent="passkey">
            <SubmitButton kind="second">{auth("passkey.use")}</SubmitButton>
          </PasskeyRequest>
        ) : null}
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
            <Link to={`${PAGE}?remove=${id}`} aria-label={t("passkeys.removeOne", { name })}>
              {t("passkeys.remove")}
            </Link>
          </li>
        ))}
      </ul>
      <NewPasskey lastResult={actionData} offer={own.offer} />
    </FormPage>
  );
}

function Removal({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation("account");
  return (
    <FormPage title={t("passkeys.removeTitle", { name })} intro={t("passkeys.removeIntro")}>
      <Form method="post" action={PAGE}>
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="id" value={id} />
        <div className="actions">
          <SubmitButton>{t("passkeys.remove")}</SubmitButton>
          <ButtonLink to={PAGE}>{t("passkeys.keep")}</ButtonLink>
        </div>
      </Form>
    </FormPage>
  );
}

function NewPasskey({ lastResult, offer }: { lastResult: Reply; offer: string }) {
  const { t } = useTranslation("account");
  const textOf = useErrorText();
  const [form, fields] = useForm<{ name: string }>({ id: "passkey", lastResult: lastResult ?? null });
  return (
    <>
      <FormErrors form={form} labels={{ name: t("passkeys.name") }} />
      <PasskeyRequest
        id={form.id}
        options={offer}
        intent="add"
        otherwise={<p className="note">{t("passkeys.needsScript")}</p>}
      >
        <TextInput
          {...getInputProps(fields.name, { type: "text" })}
          label={t("passkeys.name")}
          description={t("passkeys.nameHelp")}
          error={textOf(fields.name.errors)}
          maxLength={40}
          required
          autoComplete="off"
        />
        <SubmitButton>{t("passkeys.add")}</SubmitButton>
      </PasskeyRequest>
    </>
  );
}
