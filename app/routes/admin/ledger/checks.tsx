import { servicesContext } from "../../../context.ts";
import { checkLedger } from "../../../domain/ledger/ledger.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { SecondLink } from "../../../ui/components/main-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/checks";
import { CheckList, ChecksForm } from "./ledger-parts.tsx";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** The checks of the books. They read every posting, so only a post runs them. */
export function loader({ context }: Route.LoaderArgs) {
  return { title: getI18n(context).t("books:books.checks") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  await readForm(request);
  const results = await checkLedger(db, clock());
  return results.map(({ name, rows }) => ({ name, rows: rows.length }));
}

export default function Checks({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("books");
  return (
    <AdminPage title={loaderData.title}>
      <section className="card">
        <ChecksForm />
        {actionData ? <CheckList checks={actionData} /> : null}
      </section>
      <div className="actions">
        <SecondLink href="/admin/books">{t("books.back")}</SecondLink>
      </div>
    </AdminPage>
  );
}
