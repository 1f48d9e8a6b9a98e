import { Dialog } from "@/design/components/Dialog";
import { Keys } from "@/design/components/Keys";
import { type MessageId, MoreTexts, type Part, useTexts } from "@/text";
import { useApp, verbsIn } from "./context";
import { placesFor } from "./places";
import styles from "./Shell.module.css";

const TEXTS: Part = {
  en: () => import("../../messages/keys.en.ftl?raw"),
  zh: () => import("../../messages/keys.zh.ftl?raw"),
};

const EVERYWHERE: readonly [MessageId, string][] = [
  ["find", "mod+k"],
  ["key-sheet", "?"],
  ["key-close", "Escape"],
];
const IN_LISTS: readonly [MessageId, string][] = [
  ["key-next", "j"],
  ["key-previous", "k"],
  ["key-open", "Enter"],
];

const IN_LIBRARY: readonly [MessageId, string][] = [["key-search-library", "s"]];

const IN_SITUATION: readonly [MessageId, string][] = [
  ["key-settle", "u"],
  ["key-go-to", "m"],
  ["key-zoom-in", "+"],
  ["key-zoom-out", "-"],
  ["key-show-all", "0"],
];

const IN_REPORTS: readonly [MessageId, string][] = [
  ["key-next-section", "j"],
  ["key-previous-section", "k"],
  ["key-next-value", "ArrowRight"],
  ["key-previous-value", "ArrowLeft"],
  ["key-open-value", "Enter"],
  ["key-all-evidence", "Escape"],
  ["key-charts", "c"],
  ["key-report-language", "l"],
];

const IN_PROPOSALS: readonly [MessageId, string][] = [
  ["key-next-field", "j"],
  ["key-previous-field", "k"],
  ["key-approve", "a"],
  ["key-correct", "c"],
  ["key-return", "r"],
  ["key-undo", "u"],
];

interface KeySheetProps {
  centre: string | null;
  onClose: () => void;
}

/** The sheet of all shortcuts. */
export default function KeySheet(props: KeySheetProps) {
  return (
    <MoreTexts part={TEXTS}>
      <Sheet {...props} />
    </MoreTexts>
  );
}

function Sheet({ centre, onClose }: KeySheetProps) {
  const { t } = useTexts();
  const { start } = useApp();
  const places = placesFor(verbsIn(start, centre)).map((place): [MessageId, string] => [
    `page-${place.id}`,
    place.keys,
  ]);
  const parts: [MessageId, readonly [MessageId, string][]][] = [
    ["keys-everywhere", EVERYWHERE],
    ["keys-lists", IN_LISTS],
    ["keys-library", IN_LIBRARY],
    ["keys-situation", IN_SITUATION],
    ["keys-reports", IN_REPORTS],
    ["keys-proposal", IN_PROPOSALS],
    ["keys-go", places],
  ];
  return (
    <Dialog title={t("key-sheet")} isOpen onClose={onClose} wide>
      <div className={styles.sheet}>
        {parts.map(([title, keys]) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <dl>
              {keys.map(([name, pressed]) => (
                <div key={name}>
                  <dt>{t(name)}</dt>
                  <dd>
                    <Keys keys={pressed} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
