import type { ReactElement, ReactNode } from "react";
import { Title } from "./title.tsx";

/** A part of a page with a heading of its own. */
export function Card({ title, children }: { title: ReactNode; children: ReactNode }): ReactElement {
  return (
    <section className="card">
      <Title order={2}>{title}</Title>
      {children}
    </section>
  );
}
