import type { ReactNode } from "react";
import { MANTINE } from "./mantine-classes.ts";

interface TitleProps {
  order: 1 | 2;
  id?: string;
  className?: string;
  children: ReactNode;
}

export function Title({ order, className, ...rest }: TitleProps) {
  const Heading = order === 1 ? "h1" : "h2";
  const names = `title-${order} ${MANTINE.title}`;
  return <Heading className={className ? `${className} ${names}` : names} {...rest} />;
}
