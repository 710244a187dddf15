import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { QueueName } from "../../domain/desk/desk.server.ts";

interface LinkedQueue {
  queue: QueueName;
  count: number;
  page: string;
}

export function QueueLinks({ queues }: { queues: readonly LinkedQueue[] }): ReactElement {
  return (
    <ul className="page-links">
      {queues.map((each) => (
        <QueueLink key={each.queue} {...each} isHere={false} />
      ))}
    </ul>
  );
}

/** Leads from each kind of a page to the others. */
export function QueueFilter({
  page,
  queues,
  kind,
}: {
  page: string;
  queues: readonly LinkedQueue[];
  kind: QueueName | null;
}): ReactElement {
  const { t } = useTranslation("queues");
  const count = queues.reduce((sum, each) => sum + each.count, 0);
  return (
    <nav aria-label={t("kinds")}>
      <ul className="page-links">
        <li>
          <Link to={page} {...(kind === null ? { "aria-current": "page" } : {})}>
            {t("all", { count })}
          </Link>
        </li>
        {queues.map((each) => (
          <QueueLink key={each.queue} {...each} isHere={each.queue === kind} />
        ))}
      </ul>
    </nav>
  );
}

function QueueLink({ queue, count, page, isHere }: LinkedQueue & { isHere: boolean }): ReactElement {
  const { t } = useTranslation("queues");
  return (
    <li>
      <Link to={page} {...(isHere ? { "aria-current": "page" } : {})}>
        {`${t(`name.${queue}`)} (${count})`}
      </Link>
    </li>
  );
}
