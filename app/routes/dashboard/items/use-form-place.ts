import { useState } from "react";
import { useMatch } from "react-router";

/** "page" when its address was opened directly, "none" without a form. */
export function useFormPlace(): "none" | "over" | "page" {
  const isAlone = useMatch("/dashboard/items") !== null;
  const [hasShownList, setShownList] = useState(isAlone);
  if (isAlone && !hasShownList) setShownList(true);
  if (isAlone) return "none";
  return hasShownList ? "over" : "page";
}
