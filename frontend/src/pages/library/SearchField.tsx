import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useCentre } from "@/app/context";
import { useShortcuts } from "@/app/shortcuts";
import { Keys } from "@/design/components/Keys";
import { useTexts } from "@/text";
import styles from "./frame.module.css";
import { SEARCH_PAUSE_MS, useTyped } from "./useTyped";

export interface Words {
  text: string;
  onChange: (text: string) => void;
}

/** Searches the whole library: it leads to what is found, where it goes on as it is typed. */
export function SearchField({ words }: { words?: Words | undefined }) {
  const { t } = useTexts();
  const { centre } = useCentre();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const find = (q: string) => {
    if (words) words.onChange(q);
    else if (q)
      void navigate({ to: "/c/$centre/library/search", params: { centre }, search: { q } });
  };
  const [typed, setTyped, flush] = useTyped(words?.text ?? "", find, {
    keepsLast: false,
    pauseMs: SEARCH_PAUSE_MS,
  });
  useShortcuts({ s: () => input.current?.select() });
  const isOpen = words !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    // The page takes the focus when it opens; who typed goes on typing.
    const frame = requestAnimationFrame(() => {
      const field = input.current;
      field?.focus();
      field?.setSelectionRange(field.value.length, field.value.length);
    });
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
  return (
    <search className={styles.search}>
      <input
        ref={input}
        type="search"
        aria-label={t("lib-search-all")}
        placeholder={t("lib-search-all")}
        value={typed}
        maxLength={2000}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) flush();
        }}
      />
      <Keys keys="s" />
    </search>
  );
}
