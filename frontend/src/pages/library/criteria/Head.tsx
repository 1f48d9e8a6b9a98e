import type { ReactNode } from "react";
import { Segments } from "@/design/components/Segments";
import type { PresetInfo } from "@/generated/schema";
import { PRESETS, type Preset } from "@/pages/new/search";
import { useTexts } from "@/text";
import frame from "../item/item.module.css";
import styles from "./criteria.module.css";

interface HeadProps {
  preset: PresetInfo;
  name: Preset;
  onPreset: (preset: Preset) => void;
  /** Whose these criteria are, and what they decide. */
  kind: string;
  lead: string;
  /** What can be done with them. */
  children?: ReactNode;
}

/** What criteria are, whose, and the way to those of other authorities. */
export function Head({ preset, name, onPreset, kind, lead, children }: HeadProps) {
  const { t } = useTexts();
  return (
    <header className={styles.head}>
      <p className={frame.kind}>{kind}</p>
      <h1>{t("criteria-title")}</h1>
      <p>{lead}</p>
      <p className={styles.quiet}>
        {t("criteria-chosen", { name: t(`lib-preset-${PRESETS[0]}`) })}
      </p>
      <Segments
        label={t("criteria-whose")}
        options={PRESETS.map((one) => ({ value: one, name: t(`lib-preset-${one}`) }))}
        value={name}
        onChange={onPreset}
      />
      <p className={styles.quiet}>
        <span lang="en">{preset.authority}</span> ·{" "}
        {t("criteria-since", { date: preset.effective })}
      </p>
      {children}
    </header>
  );
}
