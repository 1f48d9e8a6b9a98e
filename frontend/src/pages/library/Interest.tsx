import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf } from "@/api/client";
import { interest } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { ProblemNotice } from "@/design/components/Feedback";
import layers from "@/design/components/Layers.module.css";
import { TextArea } from "@/design/components/TextArea";
import { useAct } from "@/pages/acts";
import { useTexts } from "@/text";
import { isolated } from "@/text/isolated";
import styles from "./Interest.module.css";

/** What the reader declared of their interests; null where they did not yet, undefined until it is known. */
export function useInterest(): string | null | undefined {
  const { api, centre, may } = useCentre();
  return useQuery({ ...interest(api, centre), enabled: may("library.edit") }).data?.text;
}

/** Asks once what colleagues should know of the reader's interests. */
export function InterestForm({ declared, onDone }: { declared: string; onDone?: () => void }) {
  const { t } = useTexts();
  const { api } = useCentre();
  const [text, setText] = useState(declared);
  const declaring = useAct(
    (said: string) => bodyOf(api.PUT("/api/v1/guidelines/interest/", { body: { text: said } })),
    () => onDone?.(),
  );
  return (
    <section className={styles.interest} aria-label={t("lib-interest-title")}>
      <h2>{t("lib-interest-title")}</h2>
      <p>{t("lib-interest-text")}</p>
      <TextArea label={t("lib-interest-label")} value={text} maxLength={1000} onChange={setText} />
      {declaring.error && <ProblemNotice error={declaring.error} />}
      <div className={layers.acts}>
        <Button
          kind="main"
          isDisabled={text.trim() === ""}
          isPending={declaring.isPending}
          onPress={() => declaring.mutate(text.trim())}
        >
          {t("lib-interest-declare")}
        </Button>
        <Button isPending={declaring.isPending} onPress={() => declaring.mutate("")}>
          {t("lib-interest-nothing")}
        </Button>
        {onDone && (
          <Button kind="bare" onPress={onDone}>
            {t("leave")}
          </Button>
        )}
      </div>
    </section>
  );
}

/** What the reader declared, and the way to change it. */
export function InterestLine({ declared }: { declared: string }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <InterestForm declared={declared} onDone={() => setOpen(false)} />;
  const text = isolated(declared.trim()) || t("lib-interest-is-nothing");
  return (
    <p className={styles.declared}>
      {t("lib-interest-yours", { text })}{" "}
      <button type="button" className={styles.link} onClick={() => setOpen(true)}>
        {t("lib-interest-change")}
      </button>
    </p>
  );
}
