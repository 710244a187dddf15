import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, useSubmit } from "react-router";

/** What the server asks of an authenticator. */
type Asked = PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON;

interface PasskeyRequestProps {
  /** The form's, which its fields name as theirs. */
  id?: string;
  /** As JSON, which is what the browser's own calls take. */
  options: string;
  /** The page's own address unless it is given. */
  action?: string;
  /** The field of the authenticator's answer. */
  field?: string;
  /** Of a page with several forms. */
  intent?: "add" | "passkey";
  /** The fields and the button. */
  children: ReactNode;
  /** Shown in place of the form where the browser has no passkeys; without script it is what the page shows. */
  otherwise?: ReactNode;
}

/** A form that an authenticator fills: it comes into sight where the browser has passkeys, and is sent by its answer. */
export function PasskeyRequest({
  id,
  options,
  action,
  field = "passkey",
  intent,
  children,
  otherwise,
}: PasskeyRequestProps): ReactElement {
  const { t } = useTranslation("auth");
  const submit = useSubmit();
  const [isOffered, setOffered] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<"failed" | "known" | null>(null);
  useEffect(() => {
    void import("@simplewebauthn/browser").then((library) => setOffered(library.browserSupportsWebAuthn()));
  }, []);
  const ask = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isAsking) return;
    const body = new FormData(event.currentTarget);
    setAsking(true);
    setFault(null);
    const answer = await answerOf(JSON.parse(options));
    setAsking(false);
    if (typeof answer === "string") return setFault(answer);
    body.set(field, JSON.stringify(answer));
    await submit(body, { method: "post", ...(action === undefined ? {} : { action }) });
  };
  return (
    <>
      {isOffered ? null : otherwise}
      <Form id={id} method="post" action={action} hidden={!isOffered} onSubmit={(event) => void ask(event)}>
        <div className="fields">
          {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
          {fault === null ? null : (
            <p className="summary" role="alert">
              {t(`passkey.${fault}`)}
            </p>
          )}
          {children}
        </div>
      </Form>
    </>
  );
}

/** Given up, too late, or not this browser's: another try is one click away. */
async function answerOf(optionsJSON: Asked): Promise<object | "failed" | "known"> {
  const { startAuthentication, startRegistration, WebAuthnError } = await import("@simplewebauthn/browser");
  try {
    return "user" in optionsJSON
      ? await startRegistration({ optionsJSON })
      : await startAuthentication({ optionsJSON });
  } catch (error) {
    const isKnown =
      error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
    return isKnown ? "known" : "failed";
  }
}
