import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";

/** Forms that an authenticator fills: they come into sight where the browser has passkeys, and are sent by its answer. */
export function offerPasskeys(): void {
  if (!browserSupportsWebAuthn()) return;
  for (const note of document.querySelectorAll<HTMLElement>("[data-no-passkeys]")) note.hidden = true;
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) offer(form);
}

function offer(form: HTMLFormElement): void {
  const field = form.elements.namedItem("passkey");
  if (!(field instanceof HTMLInputElement)) return;
  const showFault = (fault: "failed" | "known" | null) => {
    for (const note of form.querySelectorAll<HTMLElement>("[data-fault]"))
      note.hidden = note.dataset.fault !== fault;
  };
  const optionsJSON = JSON.parse(form.dataset.passkey ?? "");
  let isAsking = false;
  form.hidden = false;
  // Each challenge is answered once: a page that comes back from the browser's memory asks again.
  addEventListener("pageshow", () => (field.value = ""));
  form.addEventListener("submit", async (event) => {
    // A form that lacks something is refused before anything is made for it.
    if (field.value !== "" || !form.checkValidity()) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    showFault(null);
    try {
      const answer =
        "user" in optionsJSON
          ? await startRegistration({ optionsJSON })
          : await startAuthentication({ optionsJSON });
      field.value = JSON.stringify(answer);
      form.requestSubmit();
    } catch (error) {
      // Given up, too late, or not this browser's: another try is one click away.
      const isKnown =
        error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
      showFault(isKnown ? "known" : "failed");
    } finally {
      isAsking = false;
    }
  });
}
