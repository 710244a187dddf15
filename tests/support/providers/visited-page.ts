/** Presses a button of a page that a fake shows, as a fan does, and is led nowhere by it: the answer says where to. */
export async function pressOn(
  page: string,
  how: string,
): Promise<{ status: number; leadsTo: string | null }> {
  const body = new URLSearchParams({ how });
  const answer = await fetch(page, { method: "POST", body, redirect: "manual" });
  await answer.body?.cancel();
  return { status: answer.status, leadsTo: answer.headers.get("Location") };
}

/** Opens a page that leads on at once. Returns where to, or nothing. */
export async function ledOnBy(page: string): Promise<string> {
  const answer = await fetch(page, { redirect: "manual" });
  await answer.body?.cancel();
  return answer.headers.get("Location") ?? "";
}
