import { useState } from "react";
import { Button } from "@/design/components/Button";
import { Dialog } from "@/design/components/Dialog";
import layers from "@/design/components/Layers.module.css";
import { useTexts } from "@/text";
import { useDraft } from "./draft";
import type { Item } from "./useItem";

/** Proposes that an item goes; others decide on it. */
export function RemoveDialog({ item }: { item: Item }) {
  const { t } = useTexts();
  const [isOpen, open] = useState(false);
  const draft = useDraft();
  const isChanged = draft.proposal?.changes.some(
    (one) => one.kind === item.kind && one.item === item.key,
  );
  return (
    <>
      <Button onPress={() => open(true)}>{t("item-remove-whole")}</Button>
      <Dialog title={t("item-remove-title")} isOpen={isOpen} onClose={() => open(false)}>
        <p>{t(isChanged ? "item-remove-changed" : "item-remove-text")}</p>
        <div className={layers.acts}>
          <Button
            kind="danger"
            isDisabled={isChanged}
            onPress={() => {
              draft.save("", null);
              open(false);
            }}
          >
            {t("item-remove-propose")}
          </Button>
          <Button onPress={() => open(false)}>{t("leave")}</Button>
        </div>
      </Dialog>
    </>
  );
}
