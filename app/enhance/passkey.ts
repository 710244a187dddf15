import { browserSupportsWebAuthn, startAuthentication } from "@simplewebauthn/browser";

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
  // A challenge is single-use: a restored page asks again.
  addEventListener("pageshow", () => (field.value = ""));
  form.addEventListener("submit", async (event) => {
    if (field.value !== "" || !form.checkValidity()) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    showFault(false);
    try {
      field.value = JSON.stringify(await startAuthentication({ optionsJSON }));
      form.requestSubmit();
    } catch {
      showFault(true);
    } finally {
      isAsking = false;
    }
  });
}
