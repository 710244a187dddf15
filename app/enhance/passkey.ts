import { browserSupportsWebAuthn, startAuthentication } from "@simplewebauthn/browser";

/** Forms that an authenticator fills: they come into sight where the browser has passkeys, and are sent by its answer. */
export function offerPasskeys(): void {
  if (!browserSupportsWebAuthn()) return;
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) offer(form);
}

function offer(form: HTMLFormElement): void {
  const field = form.querySelector("[data-answer]");
  if (!(field instanceof HTMLInputElement)) return;
  const fault = form.querySelector<HTMLElement>("[data-fault]");
  const showFault = (isFault: boolean) => fault?.toggleAttribute("hidden", !isFault);
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
    showFault(false);
    try {
      field.value = JSON.stringify(await startAuthentication({ optionsJSON }));
      form.requestSubmit();
    } catch {
      // Given up, too late, or not this browser's: another try is one click away.
      showFault(true);
    } finally {
      isAsking = false;
    }
  });
}
