import { colourOf, type Scale } from "@/map/scales";
import { useTexts } from "@/texts";
import { formatNumber, prettyUnit } from "@/texts/numbers";

/** The colours of a field with round values, and the unit. */
export function Legend({ scale, ticks, unit }: { scale: Scale; ticks: number[]; unit: string }) {
  const { t } = useTexts();
  const shares = Array.from({ length: 24 }, (_, index) => (index + 0.5) / 24);
  const range = scale.maximum - scale.minimum;
  return (
    <div className="map-legend field-legend" role="img" aria-label={t("ui-legend")}>
      <div className="grow">
        <div className="colours">
          {shares.map((share) => {
            const [red, green, blue] = colourOf(scale, scale.minimum + share * range);
            return <span key={share} style={{ background: `rgb(${red} ${green} ${blue})` }} />;
          })}
        </div>
        <div className="ticks">
          {ticks.map((tick) => (
            <span key={tick} style={{ left: `${((tick - scale.minimum) / range) * 100}%` }}>
              {formatNumber(tick, decimals(ticks))}
            </span>
          ))}
        </div>
      </div>
      <span className="unit">{prettyUnit(unit)}</span>
    </div>
  );
}

function decimals(ticks: number[]): number {
  return Math.max(0, ...ticks.map((tick) => String(tick).split(".")[1]?.length ?? 0));
}
