import type { Category, EventType, GuidelineEntry } from "@/api/schema";
import { EVENTS, EventMark } from "@/design";
import { useTexts } from "@/texts";

const CATEGORIES: Category[] = ["dynamics", "thermodynamics", "moisture"];

/** How many entries the library has for each type of event and category, and how many are reviewed. */
export function Coverage({ entries }: { entries: GuidelineEntry[]; digest: string }) {
  const { t } = useTexts();
  const of = (event: EventType, category: Category) =>
    entries.filter((entry) => entry.event_types.includes(event) && entry.category === category);
  const most = Math.max(
    1,
    ...EVENTS.flatMap((event) => CATEGORIES.map((category) => of(event, category).length)),
  );
  return (
    <div className="scroll">
      <table className="table coverage">
        <thead>
          <tr>
            <th scope="col">{t("ui-event")}</th>
            {CATEGORIES.map((category) => (
              <th key={category} scope="col">
                {t(`ui-category-${category}`)}
              </th>
            ))}
            <th scope="col" className="number">
              {t("ui-coverage-charts")}
            </th>
            <th scope="col" className="number">
              {t("ui-coverage-reviewed")}
            </th>
          </tr>
        </thead>
        <tbody>
          {EVENTS.map((event) => {
            const own = entries.filter((entry) => entry.event_types.includes(event));
            return (
              <tr key={event}>
                <th scope="row">
                  <EventMark event={event} />
                </th>
                {CATEGORIES.map((category) => {
                  const count = of(event, category).length;
                  return (
                    <td key={category}>
                      <span className="cover" data-event={event}>
                        <span style={{ width: `${(count / most) * 100}%` }} />
                      </span>
                      {count}
                    </td>
                  );
                })}
                <td className="number">
                  {own.filter((entry) => entry.modality === "figure").length}
                </td>
                <td className="number">
                  {own.filter((entry) => entry.curation?.status !== "draft").length}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
