import { useQuery } from "@tanstack/react-query";
import { sounding } from "@/api/extracts";
import { Dialog, Loading, Time } from "@/design";
import { placeText } from "@/map/boxes";
import { useTexts } from "@/texts";

interface Props {
  source: string;
  time: string | null;
  point: { latitude: number; longitude: number };
  onClose: () => void;
}

const [WIDTH, HEIGHT, LEFT] = [420, 420, 44];
const [TOP_HPA, GROUND_HPA] = [100, 1050];
const [COLD, WARM] = [-80, 45];
const LINES = [1000, 850, 700, 500, 300, 200, 100];

const y = (pressure: number) =>
  (HEIGHT * Math.log(pressure / TOP_HPA)) / Math.log(GROUND_HPA / TOP_HPA);
/** Skewed to the right with height, as forecasters read it. */
const x = (temperature: number, pressure: number) =>
  LEFT +
  ((temperature - COLD) / (WARM - COLD)) * (WIDTH - LEFT) +
  (HEIGHT - y(pressure)) * 0.35 -
  60;

/** The column above a point: temperature and dewpoint against pressure, with the wind. */
export function Sounding({ source, time, point, onClose }: Props) {
  const { t, measure } = useTexts();
  const found = useQuery(sounding({ source, time, points: [point] }));
  return (
    <Dialog title={t("ui-sounding")} open onClose={onClose} size="wide">
      <p className="small soft">
        {placeText(point.latitude, point.longitude)} · <Time at={time} both />
      </p>
      <Loading query={found} lines={1} height={HEIGHT}>
        {({ result }) => {
          const levels = result.levels.filter((level) => level.temperature_c !== null);
          const line = (key: "temperature_c" | "dewpoint_c") =>
            levels
              .filter((level) => level[key] !== null)
              .map((level) => `${x(level[key] ?? 0, level.pressure_hpa)},${y(level.pressure_hpa)}`)
              .join(" ");
          return (
            <div className="sounding">
              <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t("ui-sounding")}>
                {LINES.map((pressure) => (
                  <g key={pressure}>
                    <line x1={LEFT} x2={WIDTH} y1={y(pressure)} y2={y(pressure)} className="grid" />
                    <text x={LEFT - 6} y={y(pressure) + 4} textAnchor="end">
                      {pressure}
                    </text>
                  </g>
                ))}
                {[-60, -40, -20, 0, 20, 40].map((temperature) => (
                  <line
                    key={temperature}
                    x1={x(temperature, GROUND_HPA)}
                    y1={HEIGHT}
                    x2={x(temperature, TOP_HPA)}
                    y2={0}
                    className={temperature === 0 ? "grid zero" : "grid"}
                  />
                ))}
                <polyline points={line("temperature_c")} className="temperature" />
                <polyline points={line("dewpoint_c")} className="dewpoint" />
              </svg>
              <div className="stack close">
                <dl className="facts">
                  <dt>CAPE</dt>
                  <dd>{result.cape_j_kg === null ? "–" : measure(result.cape_j_kg, "J/kg", 0)}</dd>
                  <dt>CIN</dt>
                  <dd>{result.cin_j_kg === null ? "–" : measure(result.cin_j_kg, "J/kg", 0)}</dd>
                </dl>
                <div className="scroll">
                  <table className="table">
                    <thead>
                      <tr>
                        <th className="number">hPa</th>
                        <th className="number">T °C</th>
                        <th className="number">Td °C</th>
                        <th className="number">{t("ui-wind")}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {levels.map((level) => {
                        const [east, north] = [level.wind_east_m_s ?? 0, level.wind_north_m_s ?? 0];
                        const from = (270 - (Math.atan2(north, east) * 180) / Math.PI + 360) % 360;
                        return (
                          <tr key={level.pressure_hpa}>
                            <td className="number">{level.pressure_hpa.toFixed(0)}</td>
                            <td className="number">{level.temperature_c?.toFixed(1)}</td>
                            <td className="number">{level.dewpoint_c?.toFixed(1) ?? "–"}</td>
                            <td className="number">
                              {from.toFixed(0)}° {Math.hypot(east, north).toFixed(0)} m s⁻¹
                            </td>
                          </tr>
                        );
                      })}
                    </tbody>
                  </table>
                </div>
              </div>
            </div>
          );
        }}
      </Loading>
    </Dialog>
  );
}
