import { Button } from "@/design/components/Button";
import { Dialog } from "@/design/components/Dialog";
import type { RunChart, RunView } from "@/generated/schema";
import { useTexts } from "@/text";
import styles from "./run.module.css";

interface ChartDialogProps {
  run: RunView;
  chart: RunChart;
  onGo: (name: string) => void;
  onClose: () => void;
}

/** One chart over the page, with the ways to those before and after it. */
export default function ChartDialog({ run, chart, onGo, onClose }: ChartDialogProps) {
  const { t } = useTexts();
  const at = run.charts.findIndex((one) => one.name === chart.name);
  const step = (by: number) => {
    const next = run.charts[at + by];
    if (next) onGo(next.name);
  };
  return (
    <Dialog title={chart.title} isOpen wide onClose={onClose}>
      <img
        className={styles.chart}
        src={chart.url}
        alt={chart.title}
        width={chart.width}
        height={chart.height}
      />
      <div className={styles.acts}>
        <Button icon="back" isDisabled={at <= 0} onPress={() => step(-1)}>
          {t("older")}
        </Button>
        <Button icon="next" isDisabled={at >= run.charts.length - 1} onPress={() => step(1)}>
          {t("newer")}
        </Button>
      </div>
    </Dialog>
  );
}
