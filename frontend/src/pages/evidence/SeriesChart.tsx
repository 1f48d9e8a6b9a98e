import "uplot/dist/uPlot.min.css";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import type { IndexAnswer, Judgement } from "@/api/schema";
import { utc } from "@/design";
import { token, useTheme } from "@/design/theme";
import { useTexts } from "@/texts";

interface Props {
  index: IndexAnswer;
  judgement: Judgement | null;
}

const HEIGHT = 230;

/** An index through the period, on the band that is usual for the season. */
export default function SeriesChart({ index, judgement }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const { t, measure, tool } = useTexts();
  const usual = index.anomaly;

  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are those of the theme
  useEffect(() => {
    if (!element.current) return;
    const times = index.series.map((point) => new Date(point.time).getTime() / 1000);
    const values = index.series.map((point) => point.value);
    const [mean, spread] = [usual?.mean ?? null, usual?.std ?? null];
    const level = (value: number | null) => times.map(() => value);
    const side = (factor: number) =>
      mean === null || spread === null ? null : mean + factor * spread;
    const ink = token("ink-3");
    const band = (series: [number, number], fill: string) => ({ series, fill }) as uPlot.Band;
    const width = element.current.clientWidth;
    const axis = {
      stroke: ink,
      grid: { stroke: token("line"), width: 1 },
      ticks: { stroke: token("line") },
    };
    const quiet = { stroke: "transparent", points: { show: false } };
    const chart = new uPlot(
      {
        width,
        height: HEIGHT,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
        cursor: { points: { size: 7 } },
        legend: { show: true, live: true },
        axes: [
          {
            ...axis,
            values: (_, ticks) =>
              ticks.map((tick) =>
                utc(new Date(tick * 1000))
                  .slice(5, 16)
                  .replace(" ", "\n"),
              ),
          },
          { ...axis, size: 64 },
        ],
        series: [
          {
            label: t("ui-time-utc"),
            value: (_, seconds) => (seconds ? utc(new Date(seconds * 1000)) : "–"),
          },
          {
            label: tool(index.name),
            stroke: token("ink"),
            width: 2,
            points: { show: true, size: 5, fill: token("ground") },
            value: (_, value) => (value === null ? "–" : measure(value, index.unit)),
          },
          { ...quiet, label: "+2σ" },
          { ...quiet, label: "−2σ" },
          { ...quiet, label: "+1σ" },
          { ...quiet, label: "−1σ" },
          {
            label: t("ui-usual"),
            stroke: ink,
            dash: [4, 4],
            points: { show: false },
            value: (_, value) => (value === null ? "–" : measure(value, index.unit)),
          },
        ],
        bands: [band([2, 3], token("live-soft")), band([4, 5], token("live-soft"))],
      },
      [
        times,
        values,
        level(side(2)),
        level(side(-2)),
        level(side(1)),
        level(side(-1)),
        level(mean),
      ] as uPlot.AlignedData,
      element.current,
    );
    const watch = new ResizeObserver(([entry]) => {
      if (entry) chart.setSize({ width: entry.contentRect.width, height: HEIGHT });
    });
    watch.observe(element.current);
    return () => {
      watch.disconnect();
      chart.destroy();
    };
  }, [index, theme, t, tool]);

  return (
    <figure className="series">
      <div ref={element} />
      <figcaption className="small soft">
        {usual
          ? t("ui-series-usual", {
              baseline: usual.baseline,
              mean: measure(usual.mean ?? 0, index.unit),
              n: usual.sample_count ?? 0,
            })
          : t("ui-series-no-usual")}
        {judgement?.decisive_time &&
          ` ${t("ui-series-decisive", { time: utc(new Date(judgement.decisive_time)) })}`}
      </figcaption>
      <details className="small">
        <summary>{t("ui-series-table")}</summary>
        <table className="table">
          <thead>
            <tr>
              <th>{t("ui-time-utc")}</th>
              <th className="number">{t("ui-value")}</th>
              <th className="number">{t("ui-anomaly")}</th>
            </tr>
          </thead>
          <tbody>
            {index.series.map((point) => (
              <tr key={point.time}>
                <td>{utc(new Date(point.time))}</td>
                <td className="number">
                  {point.value === null ? "–" : measure(point.value, index.unit)}
                </td>
                <td className="number">{point.z == null ? "–" : `${point.z.toFixed(1)} σ`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
