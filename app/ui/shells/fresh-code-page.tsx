import { type ReactNode, useId } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import { ErrorSummary } from "../components/error-summary.tsx";
import { MainButton, SecondButton } from "../components/main-button.tsx";
import { PageLink } from "../components/page-link.tsx";
import { PasskeyForm } from "../components/passkey-form.tsx";
import { PasskeyRequest } from "../components/passkey-request.tsx";
import { TextField } from "../components/text-field.tsx";
import { Title } from "../components/title.tsx";
import { useTexts } from "../texts.ts";
import type { AskedCode, AskedStep, HeldForm } from "./asked-code.ts";
import { useIsApp } from "./hydration.ts";
import { useHold } from "./refusals.tsx";

const SHOWN = ["amount", "reference", "reason"];

const WAYS: Record<AskedStep, string> = { login: "/login", newTerms: "/account/terms" };

/** Keeps the pending form until its step is done (docs/product.md, 7.1). */
export function FreshCodePage({ step, ...asked }: AskedCode) {
  // A renewed page would lose the fields.
  useHold(true);
  return (
    <section className="card steps">
      <input hidden ref={markTyped} />
      {step === undefined ? <CodeStep {...asked} /> : <OtherStep step={step} {...asked} />}
    </section>
  );
}

/** Hidden fields do not count as typed text, which an ended session leaves in place. */
function markTyped(input: HTMLInputElement | null): void {
  if (input) input.value = "typed";
}

function CodeStep({ passkey, errors, ...held }: Omit<AskedCode, "step">) {
  const { t } = useTexts("admin");
  const { t: ofSignIn } = useTexts("auth");
  const { pathname, search } = useLocation();
  const isApp = useIsApp();
  const shown = Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field, texts ?? undefined]),
  );
  const act = <Fields {...held} />;
  return (
    <>
      <Head title={t("freshCode.title")} intro={t("freshCode.intro")} lacksFile={held.lacks_file} />
      {Object.entries(Object.fromEntries(held.typed)).map(([name, value]) =>
        SHOWN.includes(name) && value !== "" ? (
          <blockquote className="quote" key={name}>
            {value}
          </blockquote>
        ) : null,
      )}
      <p>
        <PageLink href={pathname + search}>{t("freshCode.page")}</PageLink>
      </p>
      <ErrorSummary formId="fresh-code" errors={shown} labels={{ code: t("freshCode.code") }} />
      <SendForm to={held.to}>
        {act}
        <TextField
          field={{ id: "fresh-code-code", name: "confirm_code", errors: shown.code, initialValue: "" }}
          label={t("freshCode.code")}
          help={t("freshCode.afterwards")}
          control={{ autoComplete: "one-time-code", maxLength: 40, autoFocus: true }}
        />
        <MainButton>{t("freshCode.go")}</MainButton>
      </SendForm>
      {passkey === null ? null : isApp ? (
        <PasskeyRequest options={JSON.stringify(passkey)} action={held.to} field="confirm_passkey">
          {act}
          <SecondButton>{ofSignIn("passkey.use")}</SecondButton>
        </PasskeyRequest>
      ) : (
        <PasskeyForm options={passkey} field="confirm_passkey">
          {act}
        </PasskeyForm>
      )}
    </>
  );
}

function OtherStep({ step, ...held }: HeldForm & { step: AskedStep }) {
  const { t } = useTexts("auth");
  const helpId = useId();
  return (
    <>
      <Head title={t(`held.${step}.title`)} intro={t(`held.${step}.intro`)} lacksFile={held.lacks_file} />
      <p>
        <a href={WAYS[step]} target="_blank" rel="noopener" aria-describedby={helpId}>
          {t(`held.${step}.go`)}
        </a>{" "}
        <span className="dim" id={helpId}>
          {t("held.newTab")}
        </span>
      </p>
      <SendForm to={held.to}>
        <Fields {...held} />
        <MainButton>{t("held.again")}</MainButton>
      </SendForm>
    </>
  );
}

function Head({ title, intro, lacksFile }: { title: string; intro: string; lacksFile: boolean }) {
  const { t } = useTexts("auth");
  return (
    <>
      <title>{title}</title>
      <Title order={1} className="form-title">
        {title}
      </Title>
      <p className="help">{intro}</p>
      <p className="help">{t(lacksFile ? "held.withoutFile" : "held.kept")}</p>
    </>
  );
}

function Fields({ typed }: Pick<HeldForm, "typed">) {
  return typed.map(([name, value], place) => (
    <input key={`${name} ${String(place)}`} type="hidden" name={name} value={value} />
  ));
}

function SendForm({ to, children }: { to: string; children: ReactNode }) {
  // A second press would reuse the consumed code.
  const { state } = useNavigation();
  return (
    <Form method="post" action={to} noValidate className="fields" inert={state !== "idle"}>
      {children}
    </Form>
  );
}
