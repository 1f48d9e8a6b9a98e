import { Notice } from "@/design/components/Feedback";
import type { OverlayInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { plain } from "../item/fields";
import { CentreLink } from "../item/InCentre";
import { useNames } from "../names";
import { nameOf } from "./Adjusted";
import styles from "./overlay.module.css";

/** What is in use and was taken out of the draft: diagnoses go by it until that is adopted. */
export function Undone({ undone }: Pick<OverlayInfo, "undone">) {
  const { t } = useTexts();
  const names = useNames(undone.find(({ kind }) => kind === "preset")?.kind);
  if (undone.length === 0) return null;
  return (
    <Notice tone="doubt">
      <p>{t("overlay-undone")}</p>
      <ul className={styles.undone}>
        {undone.map((one) => (
          <li key={`${one.kind} ${one.item} ${one.path}`}>
            <CentreLink item={{ kind: one.kind, key: one.item }}>{nameOf(one, names)}</CentreLink>{" "}
            {one.path === ""
              ? t("overlay-item-unused")
              : t("overlay-undone-field", {
                  field: names.field(one.path, one),
                  value: names.value(one.path, plain(one.value), one.unit),
                })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
