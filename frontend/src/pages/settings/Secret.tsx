import { Button, Dialog, Notice } from "@/design";
import { useTexts } from "@/texts";

/** A dialog with a secret that is shown once: nobody can see it again. Null: there is none. */
export function Secret({ text, onDone }: { text: string | null; onDone: () => void }) {
  const { t } = useTexts();
  return (
    <Dialog title={t("ui-secret")} open={text !== null} onClose={onDone} binding>
      <div className="stack">
        <Notice tone="doubt">{t("ui-secret-once")}</Notice>
        <code className="secret">{text}</code>
        <div className="row">
          <Button kind="main" onClick={() => void navigator.clipboard.writeText(text ?? "")}>
            {t("ui-copy")}
          </Button>
          <Button onClick={onDone}>{t("ui-close")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
