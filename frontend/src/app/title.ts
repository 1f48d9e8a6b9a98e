import { useEffect } from "react";
import { isolated } from "@/text/isolated";
import { useApp } from "./context";

/** Names the page in the browser's title: `Reports · Beijing · HVR-Met`. */
export function useTitle(page: string, centre?: string) {
  const { start } = useApp();
  const name = start.centres.find((one) => one.slug === centre)?.name;
  useEffect(() => {
    document.title = [page, name && isolated(name), "HVR-Met"].filter(Boolean).join(" · ");
  }, [page, name]);
}
