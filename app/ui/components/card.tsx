import type { ReactNode } from "react";
import { Title } from "./title.tsx";

export function Card({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="card">
      <Title order={2}>{title}</Title>
      {children}
    </section>
  );
}
