import { useMounted } from "@mantine/hooks";
import { type RefObject, useEffect, useRef, useState } from "react";

export interface ChosenFile {
  input: RefObject<HTMLInputElement | null>;
  file: File | null;
  /** False for a file that the browser has brought back with the page: it may have been sent already. */
  isNew: boolean;
  /** True as soon as there is script. */
  isReady: boolean;
  /** For the input's `onChange` and the form's `onReset`. */
  choose(): void;
  empty(): void;
}

const NONE = { file: null, isNew: false };

/** The file in a form's input: chosen now, before the script arrived, or brought back with the page. */
export function useChosenFile(): ChosenFile {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ file: File | null; isNew: boolean }>(NONE);
  const take = (isNew: boolean) => setChosen({ file: input.current?.files?.[0] ?? null, isNew });
  useEffect(() => {
    const [visit] = performance.getEntriesByType("navigation");
    const isBack = visit instanceof PerformanceNavigationTiming && visit.type !== "navigate";
    const find = () => {
      const file = input.current?.files?.[0];
      if (file) setChosen((before) => (before.file === file ? before : { file, isNew: !isBack }));
    };
    find();
    // The browser puts back what it kept of a page a moment later than the script runs.
    addEventListener("pageshow", find);
    return () => removeEventListener("pageshow", find);
  }, []);
  return { input, ...chosen, isReady: useMounted(), choose: () => take(true), empty: () => setChosen(NONE) };
}
