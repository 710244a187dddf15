import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import { Facts } from "../../ui/components/data-table.tsx";
import { LongText } from "../../ui/components/long-text.tsx";

type FactValue =
  | string
  | number
  | null
  | { text: string; href: string }
  | { code: string | null }
  | { strong: string }
  | { long: string | null };

/** A fact as a loader sends it to the page. */
export type ShownFact = readonly [name: string, value: FactValue];

export function ShownFacts({ facts }: { facts: readonly ShownFact[] }): ReactElement {
  return <Facts facts={facts.map(([name, value]) => [name, <FactText key={name} value={value} />])} />;
}

function FactText({ value }: { value: FactValue }): ReactNode {
  if (value === null || typeof value !== "object") return value ?? "–";
  if ("href" in value) return <Link to={value.href}>{value.text}</Link>;
  if ("code" in value) return <code>{value.code ?? "–"}</code>;
  return "strong" in value ? <b>{value.strong}</b> : <LongText text={value.long} />;
}
