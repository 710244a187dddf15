import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { declineContentForm } from "../../../domain/typed-text.schema.ts";
import { AcceptanceForm } from "../../../ui/components/acceptance-form.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { type DataColumn, DataTable } from "../../../ui/components/data-table.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { type ShownFact, ShownFacts } from "../shown-facts.tsx";
import { type Chip, StatusOf } from "./review-list.tsx";
import { type ShownVerification, VerificationCards } from "./verification-parts.tsx";

export interface ListedReview {
  id: string;
  name: string;
  /** The person that it is of or for. */
  by: string;
  amount: string;
  why: string;
  since: string;
  /** The time left of an open case. */
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
    rows: readonly { key: string; cells: string[] }[];
  };
  link?: { text: string; href: string };
}

/** What a kind fills the page of a review with. */
export interface ShownReview {
  id: string;
  title: string;
  chip: Chip;
  /** The user or group that it is about. */
  subject: { text: string; href: string } | null;
  /** Side by side, where there is room. */
  cards: readonly ShownCard[];
  /** Below the decision. */
  more?: readonly ShownCard[];
  verification?: ShownVerification;
  /** Of an open case: how it is decided. */
  forms: {
    acceptText: string;
    declineText: string;
    reasonHelp: string;
    hidden?: Readonly<Record<string, string>>;
  } | null;
  /** Lines about the last decision, or why there is none. */
  decision: readonly string[] | null;
}

export function ReviewPage({ review }: { review: ShownReview }): ReactElement {
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

function ReviewCard({ card }: { card: ShownCard }): ReactElement {
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
      {link ? (
        <p>
          <Link to={link.href}>{link.text}</Link>
        </p>
      ) : null}
    </Card>
  );
}
