import { EVENTS } from "@/design/components/Marks";
import { Select } from "@/design/components/Select";
import { useTexts } from "@/text";
import { CATEGORIES, type Cell, MODALITIES } from "./search";

interface CellFiltersProps {
  chosen: Cell;
  onChange: (cell: Cell) => void;
}

/** Type of event, category and kind of factor. A change of one keeps the others. */
export function CellFilters({ chosen, onChange }: CellFiltersProps) {
  const { t, label } = useTexts();
  const { event, category, modality } = chosen;
  const named = <Value extends string>(values: readonly Value[]) =>
    values.map((value) => ({ value, name: label(value) }));
  return (
    <>
      <Select
        label={t("event")}
        any={t("any")}
        value={event}
        options={named(EVENTS)}
        onChange={(wanted) => onChange({ event: wanted, category, modality })}
      />
      <Select
        label={t("lib-field-category")}
        any={t("any")}
        value={category}
        options={named(CATEGORIES)}
        onChange={(wanted) => onChange({ event, category: wanted, modality })}
      />
      <Select
        label={t("lib-field-modality")}
        any={t("any")}
        value={modality}
        options={named(MODALITIES)}
        onChange={(wanted) => onChange({ event, category, modality: wanted })}
      />
    </>
  );
}
