import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Stamp } from "../../../domain/money/formats.ts";
import { declineContentForm } from "../../../domain/typed-text.schema.ts";
import { Card } from "../../../ui/components/card.tsx";
import { type DataColumn, DataTable } from "../../../ui/components/data-table.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { AcceptanceForm, ReasonForm } from "../../../ui/components/reason-form.tsx";
import { type Chip, type ShownFact, ShownFacts, StatusOf, UpLink } from "../page-parts.tsx";
import { type ShownVerification, VerificationCards } from "./verification-parts.tsx";

export interface ListedReview {
  id: string;
  name: string;
  by: string;
  amount: string;
  why: string;
  since: string;
  left: string | null;
  chip: Chip;
}

interface ShownCard {
  title: string;
  facts?: readonly ShownFact[];
  said?: string;
  quote?: string;
  pictures?: readonly { address: string; alt: string }[];
  table?: {
    columns: readonly DataColumn[];
    empty: string;
    rows: readonly { key: string; cells: readonly (string | Stamp)[] }[];
  };
  link?: { text: string; href: string };
}

export interface ShownReview {
  id: string;
  title: string;
  chip: Chip;
  subject: { text: string; href: string } | null;
  cards: readonly ShownCard[];
  more?: readonly ShownCard[];
  verification?: ShownVerification;
  forms: {
    acceptText: string;
    declineText: string;
    reasonHelp: string;
    hidden?: Readonly<Record<string, string>>;
  } | null;
  decision: readonly string[] | null;
}

export function ReviewPage({ review }: { review: ShownReview }) {
  const { t } = useTranslation("admin");
  const { chip, subject, cards, more = [], verification, forms, decision } = review;
  return (
    <>
      <p>
        <StatusOf chip={chip} />{" "}
        {subject === null ? (
          t("reviews.ofNobody")
        ) : (
          <Link to={subject.href}>
            <NameParts text={subject.text} />
          </Link>
        )}
      </p>
      <div className={cards.length > 1 ? "beside-data" : undefined}>
        {cards.map((card) => (
          <ReviewCard key={card.title} card={card} />
        ))}
      </div>
      {verification ? <VerificationCards verification={verification} /> : null}
      {forms === null ? null : (
        <>
          <AcceptanceForm text={forms.acceptText} hidden={forms.hidden} />
          <ReasonForm
            intent="decline"
            schema={declineContentForm}
            title={t("case.decline")}
            text={forms.declineText}
            help={forms.reasonHelp}
            button={t("reviews.declineGo")}
            hidden={forms.hidden}
          />
        </>
      )}
      {decision === null ? null : (
        <Card title={t("reviews.decision")}>
          {decision.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Card>
      )}
      {more.map((card) => (
        <ReviewCard key={card.title} card={card} />
      ))}
    </>
  );
}

function ReviewCard({ card }: { card: ShownCard }) {
  const { title, facts = [], said, quote, pictures = [], table, link } = card;
  return (
    <Card title={title}>
      {quote === undefined ? null : <blockquote className="quote">{quote}</blockquote>}
      {facts.length > 0 ? <ShownFacts facts={facts} /> : null}
      {said === undefined ? null : <p className="said">{said}</p>}
      {pictures.map(({ address, alt }) => (
        <a key={address} href={address}>
          <img className="said-image" src={address} alt={alt} />
        </a>
      ))}
      {table ? <DataTable caption={title} {...table} /> : null}
      {link ? <UpLink to={link.href}>{link.text}</UpLink> : null}
    </Card>
  );
}
