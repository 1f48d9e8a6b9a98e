import { Period } from "@/design/components/Time";
import type { SituationDiagnosis } from "@/generated/schema";
import { useTexts } from "@/text";
import { isOfDays } from "./model";

/** When the first event of a diagnosis was, or what period was looked at. */
export function When({ row }: { row: SituationDiagnosis }) {
  const { t } = useTexts();
  const [first] = row.areas;
  if (first) {
    return (
      <Period
        start={first.first_day ?? first.onset}
        end={first.last_day ?? first.end}
        isOpen={{ start: first.open_start, end: first.open_end }}
        isOfDays={isOfDays(first)}
      />
    );
  }
  return row.period ? <Period {...row.period} /> : t("whole-source");
}
