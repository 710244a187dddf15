function watchPayment(): void {
  const place = document.querySelector<HTMLElement>("[data-waiting]");
  if (!place) return;
  const url = place.dataset.waiting ?? "";
  let wait = Number(place.dataset.seconds) * 1000;
  const look = async () => {
    try {
      const { data }: { data: { status: string } } = await (await fetch(url, { cache: "no-store" })).json();
      if (data.status !== place.dataset.status) {
        location.replace(place.dataset.address ?? location.pathname);
        return;
      }
    } catch {
      // Offline: retry.
    }
    // Transfers take time; growing pauses spare the battery.
    wait = Math.min(wait * 1.3, 30_000);
    setTimeout(look, wait);
  };
  setTimeout(look, 700);
}

watchPayment();

export {};
