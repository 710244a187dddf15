import { useTranslation } from "react-i18next";
import { data, Link } from "react-router";
import { servicesContext } from "../../../context.ts";
import { acceptVerification, declineVerification } from "../../../domain/verification/decisions.server.ts";
import { declineForm } from "../../../domain/verification/verification.schema.ts";
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
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, form, pageActs } from "../acts.server.ts";
import { verificationQueue } from "../case-queues.server.ts";
import { caseWalk, decideAndGoOn } from "../case-walk.server.ts";
import { askedOf } from "../lists.server.ts";
import { LockCard } from "../lock-card.tsx";
import { loadAdminUser, shownDocuments } from "../user.server.ts";
import type { Route } from "./+types/verification";
import { DeclineForm } from "./decline-form.tsx";

const DONE = ["accepted", "declined", "locked"] as const;

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const facts = await loadAdminUser(context, params.id);
  if (facts.user.role !== "CREATOR") throw data(null, { status: 404 });
  const { t } = getI18n(context);
  const done = askedOf(url.searchParams, "done", DONE);
  return {
    ...facts,
    documents: await shownDocuments(context, facts.user.id),
    done: done ? t(`admin:queue.done.${done}`) : null,
    walk: await caseWalk(verificationQueue(context.get(servicesContext).db), facts.user.id, url, request),
  };
}

export const action = pageActs({
  accept: button(async ({ services, id, operator_id }) => {
    const accept = () => acceptVerification(services, { user_id: id, operator_id });
    return await decideAndGoOn(verificationQueue(services.db), id, accept);
  }),
  decline: form(declineForm, async ({ services, id, operator_id }, reasons) => {
    const decline = () => declineVerification(services, { user_id: id, operator_id, reasons });
    return await decideAndGoOn(verificationQueue(services.db), id, decline);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Verification({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { user, links, documents, cases, views } = loaderData;
  return (
    <AdminPage
      title={t("case.title", { name: user.name ?? user.email })}
      done={doneOf(loaderData.done, loaderData.walk)}
    >
      <CaseNav walk={loaderData.walk} />
      <p>
        <StatusChip status={user.status} />{" "}
        <Link to={`/admin/users/${user.id}`}>@{user.username ?? user.email}</Link>
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
          <AcceptanceForm text={t("case.acceptText")} />
          <DeclineForm />
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
  const { t } = useTranslation("admin");
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
