import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import { CaseNav, type CaseWalk, doneOf } from "../../../ui/components/case-walk.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { ReviewChip, ReviewDecision, type ShownDecision } from "./review-parts.tsx";

interface ReviewFacts {
  title: string;
  done: string | null;
  walk: CaseWalk;
  status: string;
  creator: { id: string; username: string; group_slug: string | null };
  decision: ShownDecision;
}

export function ReviewPage({
  facts: { title, done, walk, status, creator, decision },
  acceptText,
  declineText,
  reasonHelp,
  children,
  more,
}: {
  facts: ReviewFacts;
  acceptText: string;
  declineText: string;
  reasonHelp: string;
  children: ReactNode;
  more?: ReactNode;
}): ReactElement {
  return (
    <AdminPage title={title} done={doneOf(done, walk)}>
      <CaseNav walk={walk} />
      <p>
        <ReviewChip status={status} />{" "}
        {creator.group_slug === null ? (
          <Link to={`/admin/users/${creator.id}`}>
            <NameParts text={`@${creator.username}`} />
          </Link>
        ) : (
          <Link to={`/admin/groups/${creator.id}`}>
            <NameParts text={`/gl/${creator.group_slug}`} />
          </Link>
        )}
      </p>
      {children}
      <ReviewDecision
        isOpen={status === "PENDING"}
        decision={decision}
        acceptText={acceptText}
        declineText={declineText}
        reasonHelp={reasonHelp}
      />
      {more}
    </AdminPage>
  );
}

export function ReviewImage({ address, alt }: { address: string; alt: string }): ReactElement {
  return (
    <a href={`${address}/image`}>
      <img className="said-image" src={`${address}/image`} alt={alt} />
    </a>
  );
}
