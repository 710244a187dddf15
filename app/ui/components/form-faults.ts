import { createContext, useContext } from "react";

/**
 * What is known of what is wrong with a page's forms while the page is rendered. A summary stands above the fields whose
 * labels it shows: each field notes its label here, and a page whose summary leads to fields is rendered once more with
 * the labels of the first time (app/entry.server.tsx).
 */
export interface FormFaults {
  /** The page answers a form that was refused. */
  isRefused: boolean;
  /** What is wrong where the page itself does not say it; null where it does, or nothing is wrong. */
  unnamed: readonly string[] | null;
  /** The labels of the fields, by their ids. */
  labels: Map<string, string>;
  /** Whether the page says what is wrong, and whether it does so in a summary. */
  isSaid: boolean;
  hasSummary: boolean;
  /** Whether a line of the summary leads to a field. */
  leadsToFields: boolean;
}

/** Null where a part is rendered outside of a page. */
export const FormFaultsContext = createContext<FormFaults | null>(null);

export function newFormFaults(given: Pick<FormFaults, "isRefused" | "unnamed" | "labels">): FormFaults {
  return { ...given, isSaid: false, hasSummary: false, leadsToFields: false };
}

/** What says why a form was refused has the focus as soon as the page is there. */
export const FOCUSED = { autoFocus: true, tabIndex: -1 } as const;

/** Notes what a field is called. */
export function useFieldLabel(id: string, label: string): void {
  useContext(FormFaultsContext)?.labels.set(id, label);
}
