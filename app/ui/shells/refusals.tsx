import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useState } from "react";

/** How many forms of the page were refused by the browser's own check: the server has not seen them. */
const RefusalsContext = createContext<{ count: number; change(by: 1 | -1): void }>({
  count: 0,
  change: () => undefined,
});

export function RefusalsProvider({ children }: { children: ReactNode }): ReactElement {
  const [count, setCount] = useState(0);
  const [value] = useState(() => ({ change: (by: 1 | -1) => setCount((before) => before + by) }));
  return <RefusalsContext value={{ ...value, count }}>{children}</RefusalsContext>;
}

/** True while a form of the page shows errors. */
export function useHasRefusal(): boolean {
  return useContext(RefusalsContext).count > 0;
}

/** Says that a form is refused for as long as it is. */
export function useRefusal(isRefused: boolean): void {
  const { change } = useContext(RefusalsContext);
  useEffect(() => {
    if (!isRefused) return;
    change(1);
    return () => change(-1);
  }, [isRefused, change]);
}
