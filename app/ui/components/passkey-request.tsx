import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, useSubmit } from "react-router";

type Asked = PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON;

interface PasskeyRequestProps {
  id?: string;
  options: string;
  action?: string;
  field?: string;
  intent?: "add" | "passkey";
  children: ReactNode;
  otherwise?: ReactNode;
}

export function PasskeyRequest({
  id,
  options,
  action,
  field = "passkey",
  intent,
  children,
  otherwise,
}: PasskeyRequestProps) {
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
