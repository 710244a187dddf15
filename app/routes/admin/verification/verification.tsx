import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { AcceptanceForm } from "../../../ui/components/acceptance-form.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { CaseNav, doneOf } from "../../../ui/components/case-walk.tsx";
import {
  DocumentName,
  StatusChip,
  UserFacts,
  VerificationHistory,
} from "../../../ui/components/user-table.tsx";
import { useRefusal } from "../../../ui/refusal.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { verificationQueue } from "../case-queues.server.ts";
import { caseWalk } from "../case-walk.server.ts";
import { askedOf } from "../lists.server.ts";
import { LockCard } from "../lock-card.tsx";
import { loadAdminUser } from "../user.server.ts";
import type { Route } from "./+types/verification";
import { DeclineForm } from "./decline-form.tsx";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

const DONE = ["accepted", "declined", "locked"] as const;

/** One creator to decide about: who they say they are, beside what they handed in. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const facts = await loadAdminUser(context, params.id);
  if (facts.user.role !== "CREATOR") throw data(null, { status: 404 });
  const { t } = getI18n(context);
  const done = askedOf(url.searchParams, "done", DONE);
  return {
    ...facts,
    done: done ? t(`admin:queue.done.${done}`) : null,
    walk: await caseWalk(verificationQueue(context.get(servicesContext).db), facts.user.id, url, request),
    title: t("admin:case.title", { name: facts.user.name ?? facts.user.email }),
  };
}

export default function Verification({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("admin");
  const refused = useRefusal();
  const { user, links, documents, cases, views } = loaderData;
  const address = `/admin/verifications/${user.id}`;
  return (
    <AdminPage title={loaderData.title} done={doneOf(loaderData.done, loaderData.walk)}>
      <CaseNav walk={loaderData.walk} />
      <p>
        <StatusChip status={user.status} />{" "}
        <a href={`/admin/users/${user.id}`}>@{user.username ?? user.email}</a>
      </p>
      <div className="beside-data">
        <UserFacts user={user} links={links} />
        <Card title={t("case.documents")}>
          <p className="help">{t("case.logged")}</p>
          <Documents documents={documents} />
        </Card>
      </div>
      {user.status === "PENDING" ? (
        <>
          <AcceptanceForm action={`${address}/acceptance`} text={t("case.acceptText")} />
          <DeclineForm address={`${address}/decline`} lastResult={refused} />
          <LockCard userId={user.id} />
        </>
      ) : (
        <p className="note">{t("case.closed")}</p>
      )}
      <VerificationHistory cases={cases} views={views} />
    </AdminPage>
  );
}

function Documents({ documents }: { documents: Route.ComponentProps["loaderData"]["documents"] }) {
  const { t } = useTexts("admin");
  if (documents.length === 0) return <p>{t("case.noDocuments")}</p>;
  return (
    <div className="papers">
      {documents.map(({ url, kind, isPdf, uploadedOn }) => (
        <figure key={kind} className="paper">
          <h3>
            <DocumentName kind={kind} />
          </h3>
          <a href={url}>{isPdf ? t("case.pdf") : <img src={url} alt={t("case.open")} loading="lazy" />}</a>
          <figcaption className="help">{t("case.uploaded", { day: uploadedOn })}</figcaption>
        </figure>
      ))}
    </div>
  );
}
