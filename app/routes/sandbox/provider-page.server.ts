import { data, type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { readForm } from "../../http/body.server.ts";
import type { FormFields } from "../../sandbox-provider/pay-form.ts";
import type { PageOutcome, Sandbox } from "../../sandbox-provider/sandbox.server.ts";

interface Posted {
  request: Request;
  params: { token: string };
  context: Readonly<RouterContextProvider>;
}

export async function takeProviderForm(
  { request, params, context }: Posted,
  take: (sandbox: Sandbox, fields: ReturnType<typeof textFields>) => Promise<PageOutcome>,
) {
  const { sandbox } = context.get(servicesContext);
  if (!sandbox) throw data(null, { status: 404 });
  const result = await take(sandbox, textFields(await readForm(request)));
  switch (result.outcome) {
    case "unknown":
      throw data(null, { status: 404 });
    case "invalid":
      return data({ errors: result.errors, kept: result.kept }, { status: 422 });
    case "challenge":
      return redirect(`/sandbox/pay/${params.token}/challenge`, 303);
    case "returned":
      return redirect(result.url, 303);
  }
}

export function textFields(form: FormData): FormFields {
  return Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
