import { Form, useLocation, useNavigation } from "react-router";
import { ErrorSummary } from "../components/error-summary.tsx";
import { MainButton, SecondButton } from "../components/main-button.tsx";
import { PageLink } from "../components/page-link.tsx";
import { PasskeyForm } from "../components/passkey-form.tsx";
import { PasskeyRequest } from "../components/passkey-request.tsx";
import { TextField } from "../components/text-field.tsx";
import { Title } from "../components/title.tsx";
import { useTexts } from "../texts.ts";
import type { AskedCode } from "./asked-code.ts";
import { useIsApp } from "./hydration.ts";

/** Fields that the operator checks before the code. */
const SHOWN = ["amount", "reference", "reason"];

/** Sends the pending action with the code (docs/product.md, 7.1). */
export function FreshCodePage({ typed, passkey, errors }: AskedCode) {
  const { t } = useTexts("admin");
  const { t: ofSignIn } = useTexts("auth");
  const { pathname, search } = useLocation();
  const here = pathname + search;
  // A second press would reuse the consumed code.
  const { state } = useNavigation();
  const isApp = useIsApp();
  const shown = Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field, texts ?? undefined]),
  );
  const act = typed.map(([name, value], place) => (
    <input key={`${name} ${String(place)}`} type="hidden" name={name} value={value} />
  ));
  return (
    <section className="card steps">
      <title>{t("freshCode.title")}</title>
      <Title order={1} className="form-title">
        {t("freshCode.title")}
      </Title>
      <p className="help">{t("freshCode.intro")}</p>
      {Object.entries(Object.fromEntries(typed)).map(([name, value]) =>
        SHOWN.includes(name) ? (
          <blockquote className="quote" key={name}>
            {value}
          </blockquote>
        ) : null,
      )}
      <p>
        <PageLink href={here}>{t("freshCode.page")}</PageLink>
      </p>
      <ErrorSummary formId="fresh-code" errors={shown} labels={{ code: t("freshCode.code") }} />
      <Form method="post" action={here} noValidate className="fields" inert={state !== "idle"}>
        {act}
        <TextField
          field={{ id: "fresh-code-code", name: "confirm_code", errors: shown.code, initialValue: "" }}
          label={t("freshCode.code")}
          help={t("freshCode.afterwards")}
          control={{ autoComplete: "one-time-code", maxLength: 40, autoFocus: true }}
        />
        <MainButton>{t("freshCode.go")}</MainButton>
      </Form>
      {passkey === null ? null : isApp ? (
        <PasskeyRequest options={JSON.stringify(passkey)} action={here} field="confirm_passkey">
          {act}
          <SecondButton>{ofSignIn("passkey.use")}</SecondButton>
        </PasskeyRequest>
      ) : (
        <PasskeyForm options={passkey} field="confirm_passkey">
          {act}
        </PasskeyForm>
      )}
    </section>
  );
}
