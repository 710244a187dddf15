/** The parts of the payment step that depend on country and currency. */
const PARTS = ["price", "ways"];

/** Another country or currency shows its price and its ways to pay at once; the button for it is not needed then. */
function updatePrice(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-update]");
  const form = button?.form;
  if (!button || !form) return;
  button.hidden = true;
  form.addEventListener("change", async (event) => {
    if (!(event.target instanceof HTMLSelectElement)) return;
    const body = new URLSearchParams({ step: "update" });
    for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
    try {
      const response = await fetch(form.action, { method: "POST", body });
      if (!response.ok) throw new Error(String(response.status));
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      for (const id of PARTS) {
        const fresh = page.getElementById(id);
        if (fresh) document.getElementById(id)?.replaceWith(fresh);
      }
    } catch {
      button.hidden = false;
    }
  });
}

updatePrice();

export {};
