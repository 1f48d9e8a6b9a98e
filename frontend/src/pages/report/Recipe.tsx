import type { Recipe } from "@/generated/schema";
import { useTexts } from "@/text";
import { position } from "./model";
import { Line, Part } from "./Part";
import styles from "./Side.module.css";

/** How another program computes a value: what `recipes` of the document says of it, for people. */
export function HowMade({ recipe }: { recipe: Recipe }) {
  const { t, label } = useTexts();
  const { inputs = [], points = [], of = [] } = recipe;
  const parameters = Object.entries(recipe.parameters ?? {}).filter(
    ([, value]) => value !== null && typeof value !== "object",
  );
  return (
    <Part title={t("report-recipe")}>
      <p>
        <code>{recipe.operator}</code>{" "}
        {recipe.version && (
          <span className={styles.small}>
            {t("report-operator-version", { version: recipe.version })}
          </span>
        )}
      </p>
      {recipe.formula && (
        <pre className={styles.formula} lang="en">
          {recipe.formula}
        </pre>
      )}
      <dl className={styles.lines}>
        {inputs.length > 0 && (
          <Line name={t("report-inputs")}>
            {inputs.map((input) => {
              const [field = "", level] = input.field.split("@");
              return (
                <span key={input.field} className={styles.parameter}>
                  {label(`field_${field}`)}
                  {level && ` ${level} hPa`}{" "}
                  <code className={styles.small}>
                    {input.source_name || input.derived_from?.join(", ")}
                  </code>
                </span>
              );
            })}
          </Line>
        )}
        {parameters.length > 0 && (
          <Line name={t("report-parameters")}>
            {parameters.map(([name, value]) => (
              <span key={name} className={styles.parameter}>
                <code>{name}</code> {String(value)}
              </span>
            ))}
          </Line>
        )}
        <Place place={recipe.place} />
        <Times recipe={recipe} />
        {recipe.reduction && (
          <Line name={t("report-reduction")}>
            <code>{recipe.reduction}</code>
          </Line>
        )}
        {typeof recipe.limit === "number" && (
          <Line name={t("report-recipe-limit")}>
            {recipe.limit} {recipe.unit}
          </Line>
        )}
        {typeof recipe.smoothing_km === "number" && (
          <Line name={t("report-recipe-smoothing")}>
            {t("report-recipe-gaussian", { km: recipe.smoothing_km })}
          </Line>
        )}
        {recipe.kind === "between" && points.length > 0 && (
          <Line name={t("report-recipe-between")}>
            {points.map(([latitude = 0, longitude = 0]) => (
              <span key={`${latitude} ${longitude}`} className={styles.parameter}>
                {position(latitude, longitude)}
              </span>
            ))}
          </Line>
        )}
        {of.length > 0 && (
          <Line name={t("report-recipe-of")}>
            {of.map((path) => (
              <code key={path} className={styles.parameter}>
                {path}
              </code>
            ))}
          </Line>
        )}
      </dl>
    </Part>
  );
}

function Place({ place }: { place: Recipe["place"] }) {
  const { t } = useTexts();
  if (!place) return null;
  const { region, latitude, longitude, reach_km, event, land_only } = place;
  const point = typeof latitude === "number" && typeof longitude === "number";
  return (
    <Line name={t("report-place")}>
      {region && (
        <span className={styles.parameter}>
          {position(region[1] ?? 0, region[0] ?? 0)} – {position(region[3] ?? 0, region[2] ?? 0)}
        </span>
      )}
      {point && <span className={styles.parameter}>{position(latitude, longitude)}</span>}
      {typeof reach_km === "number" && (
        <span className={styles.parameter}>{t("report-recipe-reach", { km: reach_km })}</span>
      )}
      {event && <span className={styles.parameter}>{t("report-recipe-event", { event })}</span>}
      {land_only && <span className={styles.parameter}>{t("report-recipe-land")}</span>}
    </Line>
  );
}

function Times({ recipe }: { recipe: Recipe }) {
  const { t } = useTexts();
  const { time, hours } = recipe;
  const utc = (text: string) => text.replace("T", " ").replace(/(:00)?Z$/, " UTC");
  return (
    <>
      {time && (
        <Line name={t("report-time")}>
          {typeof time === "string" ? utc(time) : `${utc(time.start)} – ${utc(time.end)}`}
        </Line>
      )}
      {typeof hours === "number" && (
        <Line name={t("report-recipe-window")}>{t("report-recipe-hours", { hours })}</Line>
      )}
    </>
  );
}
