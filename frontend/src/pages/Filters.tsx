import { EVENTS } from "@/design/components/Marks";
import { Select } from "@/design/components/Select";
import type { EventType } from "@/generated/schema";
import { useTexts } from "@/text";

interface Chosen<Status extends string> {
  event?: EventType;
  status?: Status;
}

interface FiltersProps<Status extends string> {
  chosen: Chosen<Status>;
  statuses: readonly Status[];
  nameOf: (status: Status) => string;
  onChange: (chosen: Chosen<Status>) => void;
}

/** The filters of a list: type of event and state. A change of one keeps the other. */
export function Filters<Status extends string>(props: FiltersProps<Status>) {
  const { t, label } = useTexts();
  const { event, status } = props.chosen;
  return (
    <>
      <Select
        label={t("event")}
        any={t("any")}
        value={event}
        options={EVENTS.map((value) => ({ value, name: label(value) }))}
        onChange={(wanted) => props.onChange({ status, event: wanted })}
      />
      <Select
        label={t("state")}
        any={t("any")}
        value={status}
        options={props.statuses.map((value) => ({ value, name: props.nameOf(value) }))}
        onChange={(wanted) => props.onChange({ event, status: wanted })}
      />
    </>
  );
}
