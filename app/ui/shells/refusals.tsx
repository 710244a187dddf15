import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useState } from "react";

/** How many forms of the page show errors, and how many parts of it would be lost if its data were loaded anew. */
interface Counts {
  refused: number;
  held: number;
}

const CountsContext = createContext<Counts & { change(of: keyof Counts, by: 1 | -1): void }>({
  ...{ refused: 0, held: 0 },
  change: () => undefined,
});

export function RefusalsProvider({ children }: { children: ReactNode }): ReactElement {
  const [counts, setCounts] = useState<Counts>({ refused: 0, held: 0 });
  const [change] = useState(
    () => (of: keyof Counts, by: 1 | -1) => setCounts((before) => ({ ...before, [of]: before[of] + by })),
  );
  return <CountsContext value={{ ...counts, change }}>{children}</CountsContext>;
}

/** True while a form of the page shows errors. */
export function useHasRefusal(): boolean {
  return useContext(CountsContext).refused > 0;
}

/** Says that a form is refused for as long as it is. */
export function useRefusal(isRefused: boolean): void {
  useCount("refused", isRefused);
}

/** True while the page shows the answer to a post: React Router forgets it as it loads the page's data anew. */
export function useIsHeld(): boolean {
  const { refused, held } = useContext(CountsContext);
  return refused + held > 0;
}

/** Keeps the page's data as they are, such as for codes that are shown once. */
export function useHold(isHeld: boolean): void {
  useCount("held", isHeld);
}

function useCount(of: keyof Counts, isOn: boolean): void {
  const { change } = useContext(CountsContext);
  useEffect(() => {
    if (!isOn) return;
    change(of, 1);
    return () => change(of, -1);
  }, [of, isOn, change]);
}
