import { Dialog } from "@/design";
import { useTexts } from "@/texts";
import { PLACES } from "./navigation";

/** Keys that pages have beside those of the frame. */
const OF_PAGES: [string, string[]][] = [
  ["list-next", ["J"]],
  ["list-before", ["K"]],
  ["open", ["Enter"]],
  ["time-step", ["←", "→"]],
  ["play", ["Space"]],
  ["full-screen", ["F"]],
  ["close", ["Esc"]],
];

/** The sheet of all shortcuts. */
export function Shortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Dialog title={t("ui-shortcuts")} open={open} onClose={onClose} size="wide">
      <div className="shortcut-sheet">
        <section>
          <h3>{t("ui-shortcuts-go")}</h3>
          <dl>
            {PLACES.map((place) => (
              <div key={place.id}>
                <dt>{t(`ui-nav-${place.id}`)}</dt>
                <dd>
                  <kbd>G</kbd> <kbd>{place.key.toUpperCase()}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3>{t("ui-shortcuts-pages")}</h3>
          <dl>
            <div>
              <dt>{t("ui-find")}</dt>
              <dd>
                <kbd>{t("ui-mod")}</kbd> <kbd>K</kbd>
              </dd>
            </div>
            <div>
              <dt>{t("ui-shortcuts")}</dt>
              <dd>
                <kbd>?</kbd>
              </dd>
            </div>
            {OF_PAGES.map(([id, keys]) => (
              <div key={id}>
                <dt>{t(`ui-key-${id}`)}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}
