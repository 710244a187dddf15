import { useState } from "react";
import { useMatch } from "react-router";

/**
 * Where the form of an item is: over the list that it was opened from, or a page of its own where its address was opened.
 * "none" where the list is alone.
 */
export function useFormPlace(): "none" | "over" | "page" {
  const isAlone = useMatch("/dashboard/items") !== null;
  const [hasShownList, setShownList] = useState(isAlone);
  if (isAlone && !hasShownList) setShownList(true);
  if (isAlone) return "none";
  return hasShownList ? "over" : "page";
}
