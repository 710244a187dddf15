import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Approval } from "../../domain/approvals/approvals.server.ts";
import type { QueueName } from "../../domain/desk/desk.server.ts";
import { ButtonLink } from "../../ui/components/button-link.tsx";
import { Card } from "../../ui/components/card.tsx";
import {
  type DataColumn,
  type DataRow,
  DataTable,
  Facts,
  figure,
  NextPage,
} from "../../ui/components/data-table.tsx";
import { useLedgerNames } from "../../ui/components/known-names.ts";
import { LongText, NameParts } from "../../ui/components/name-parts.tsx";
import { SearchForm } from "../../ui/components/search-form.tsx";
import { ShortId } from "../../ui/components/short-id.tsx";
import { AdminPage } from "../../ui/shells/admin-page.tsx";
import { useTexts } from "../../ui/texts.ts";

type FactValue =
  | string
  | number
  | null
  | { text: string; href: string }
  | { code: string | null }
  | { strong: string }
  | { long: string | null };

export type ShownFact = readonly [name: string, value: FactValue];

export function ShownFacts({ facts }: { facts: readonly ShownFact[] }) {
  return <Facts facts={facts.map(([name, value]) => [name, <FactText key={name} value={value} />])} />;
}

function FactText({ value }: { value: FactValue }): ReactNode {
  if (value === null || typeof value !== "object") return value ?? "–";
  if ("href" in value) return <Link to={value.href}>{value.text}</Link>;
  if ("code" in value) return <code>{value.code ?? "–"}</code>;
  return "strong" in value ? <b>{value.strong}</b> : <LongText text={value.long} />;
}

export interface WaitingApproval {
  id: string;
  kind: Approval["kind"];
  maker: string;
  at: string;
}

export function WaitingNote({
  waiting,
  isReadOnly = false,
}: {
  waiting: readonly WaitingApproval[];
  isReadOnly?: boolean;
}) {
  const { t } = useTranslation("approvals");
  return waiting.map(({ id, kind, maker, at }) => (
    <p className="note" key={id}>
      {`${t(`kind.${kind}`)}: ${t("waitingSince", { at, name: maker })} `}
      {isReadOnly ? null : <Link to={`/admin/approvals/${id}`}>{t("waitingLook")}</Link>}
    </p>
  ));
}

type TableProps = Parameters<typeof DataTable>[0];

export function TableCard({
  title,
  caption = title ?? "",
  next = null,
  nextText = "",
  children,
  ...table
}: Omit<TableProps, "caption"> & {
  title?: string;
  caption?: string;
  next?: string | null;
  nextText?: string;
  children?: ReactNode;
}) {
  const content = (
    <>
      {children}
      <DataTable caption={caption} {...table} />
      <NextPage href={next} text={nextText} />
    </>
  );
  return title === undefined ? (
    <section className="card">{content}</section>
  ) : (
    <Card title={title}>{content}</Card>
  );
}

export function UserLink({ id, username }: { id: string; username: string | null }) {
  return (
    <Link to={`/admin/users/${id}`}>
      {username === null ? <ShortId id={id} /> : <NameParts text={`@${username}`} />}
    </Link>
  );
}

export function UpLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p>
      <Link to={to}>{children}</Link>
    </p>
  );
}

export function BackToBooks() {
  const { t } = useTranslation("books");
  return (
    <div className="actions">
      <ButtonLink to="/admin/books">{t("books.back")}</ButtonLink>
    </div>
  );
}

interface LinkedQueue {
  queue: QueueName;
  count: number;
  page: string;
}

export function QueueLinks({ queues }: { queues: readonly LinkedQueue[] }) {
  return (
    <ul className="page-links">
      {queues.map((each) => (
        <QueueLink key={each.queue} {...each} isHere={false} />
      ))}
    </ul>
  );
}

export function QueueFilter({
  page,
  queues,
  kind,
}: {
  page: string;
  queues: readonly LinkedQueue[];
  kind: QueueName | null;
}) {
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

function QueueLink({ queue, count, page, isHere }: LinkedQueue & { isHere: boolean }) {
  const { t } = useTranslation("queues");
  return (
    <li>
      <Link to={page} {...(isHere ? { "aria-current": "page" } : {})}>
        {`${t(`name.${queue}`)} (${count})`}
      </Link>
    </li>
  );
}

export function SearchPage({
  title,
  path,
  words,
  next,
  texts,
  note,
  after,
  children,
  ...table
}: {
  title: string;
  path: string;
  words: string;
  next: string | null;
  texts: { search: string; go: string; next: string };
  columns: readonly DataColumn[];
  rows: readonly DataRow[];
  empty: string;
  totals?: readonly DataRow[];
  note?: ReactNode;
  after?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <AdminPage title={title}>
      {note}
      <SearchForm action={path} label={texts.search} words={words} go={texts.go}>
        {children}
      </SearchForm>
      <section className="card">
        <DataTable caption={title} {...table} />
        <NextPage href={next} text={texts.next} />
      </section>
      {after}
    </AdminPage>
  );
}

export function LockCard({ userId }: { userId: string }) {
  const { t } = useTranslation("admin");
  return (
    <Card title={t("lock.title")}>
      <p>{t("lock.text")}</p>
      <div className="actions">
        <ButtonLink to={`/admin/users/${userId}/lock`}>{t("lock.open")}</ButtonLink>
      </div>
    </Card>
  );
}

export interface ShownPosting {
  transaction: number;
  kind: string;
  from: { code: string; owner: string };
  to: { code: string; owner: string };
  amount: string;
  at: string;
}

export function PostingsTable({ postings }: { postings: readonly ShownPosting[] }) {
  const { t } = useTexts("books");
  const names = useLedgerNames();
  return (
    <DataTable
      caption={t("postings.title")}
      columns={[t("postings.sentence"), figure(t("postings.amount")), t("postings.kind"), t("postings.at")]}
      empty={t("postings.empty")}
      rows={postings.map((posting, index) => ({
        key: `${posting.transaction}-${index}`,
        cells: [
          <span key="sentence">
            <Account {...posting.from} /> → <Account {...posting.to} />
          </span>,
          posting.amount,
          <a key="kind" href={`/admin/books/transactions/${posting.transaction}`}>
            {names.posting(posting.kind)}
          </a>,
          posting.at,
        ],
      }))}
    />
  );
}

function Account({ code, owner }: { code: string; owner: string }) {
  const names = useLedgerNames();
  return (
    <>
      <span title={code}>{names.account(code)}</span>
      {owner === "" ? null : (
        <b className="owner"> {owner.length === ID_LENGTH ? <ShortId id={owner} /> : owner}</b>
      )}
    </>
  );
}

const ID_LENGTH = 36;

export interface Chip {
  status: string;
  text: string;
}

export function StatusOf({ chip }: { chip: Chip }) {
  return (
    <span className="status" data-status={chip.status}>
      {chip.text}
    </span>
  );
}
