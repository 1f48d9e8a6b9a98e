import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { PagesState } from "@/api/server";
import { Button } from "@/design/components/Button";
import { MoreTexts, useTexts } from "@/text";
import { LAYER_TEXTS } from "./layerTexts";
import styles from "./Shell.module.css";

const IDLE_MS = 5 * 60_000;
/** Whatever is done with a page. */
const ACTS = ["pointermove", "pointerdown", "keydown", "wheel"] as const;

/** Whether something is typed that a reload would lose: what stands in the address is kept. */
const isTyped = (): boolean =>
  [
    ...document.querySelectorAll<HTMLInputElement>(
      "textarea, input:not([type=radio], [type=checkbox])",
    ),
  ].some((field) => field.value !== "" && !field.closest("[data-new]"));

/** Says that the pages are no longer those of the server, or not whole, and loads them again. */
export default function PagesNotice(state: PagesState) {
  return (
    <MoreTexts part={LAYER_TEXTS}>
      <Notice {...state} />
    </MoreTexts>
  );
}

function Notice({ isOld }: PagesState) {
  const { t } = useTexts();
  const [isWarned, setIsWarned] = useState(false);
  useFreshPage(isOld);
  useFreshWhenIdle(isOld);
  const load = () => {
    if (isTyped() && !isWarned) setIsWarned(true);
    else location.reload();
  };
  return (
    <div className={styles.news} role="status">
      <p>{t(isOld ? "pages-old" : "pages-incomplete")}</p>
      {isWarned && <p>{t("pages-typed")}</p>}
      <Button onPress={load}>{t(isWarned ? "pages-load-anyway" : "load-again")}</Button>
    </div>
  );
}

/** Loads a page that one goes to from the server: of an earlier build its files may be gone. */
function useFreshPage(isOld: boolean) {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname && isOld) location.reload();
    shown.current = pathname;
  }, [pathname, isOld]);
}

/** Loads a page that nobody works with, as on a wall, by itself. */
function useFreshWhenIdle(isOld: boolean) {
  useEffect(() => {
    if (!isOld) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => (isTyped() ? wait() : location.reload()), IDLE_MS);
    };
    wait();
    for (const act of ACTS) addEventListener(act, wait, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const act of ACTS) removeEventListener(act, wait);
    };
  }, [isOld]);
}
