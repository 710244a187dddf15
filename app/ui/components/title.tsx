import type { ReactElement, ReactNode } from "react";

interface TitleProps {
  order: 1 | 2;
  id?: string;
  className?: string;
  children: ReactNode;
}

export function Title({ order, className, ...rest }: TitleProps): ReactElement {
  const Heading = order === 1 ? "h1" : "h2";
  const names = `title-${order}`;
  return <Heading className={className ? `${className} ${names}` : names} {...rest} />;
}
