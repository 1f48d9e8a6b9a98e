import { useBlocker } from "@tanstack/react-router";
import { Button } from "@/design/components/Button";
import { Dialog } from "@/design/components/Dialog";
import layers from "@/design/components/Layers.module.css";
import { useTexts } from "@/text";

/**
 * Asks before another page is opened while something could not be saved; the browser asks by itself before the
 * window is closed. What is still on its way arrives from another page too.
 */
export function Unsaved({ isLost }: { isLost: boolean }) {
  const { t } = useTexts();
  const blocked = useBlocker({
    shouldBlockFn: ({ current, next }) => isLost && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (blocked.status !== "blocked") return null;
  return (
    <Dialog title={t("lib-unsaved-title")} isOpen onClose={blocked.reset}>
      <div className={layers.form}>
        <p>{t("lib-unsaved-text")}</p>
        <div className={layers.acts}>
          <Button kind="main" onPress={blocked.reset}>
            {t("lib-unsaved-stay")}
          </Button>
          <Button kind="danger" onPress={blocked.proceed}>
            {t("lib-unsaved-leave")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
