import { useQuery } from "@tanstack/react-query";
import { presetHistory } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import type { PresetState } from "@/generated/schema";
import { States } from "../item/History";
import { pastOf } from "./criteria";

/** Every state that criteria had: which numbers were set, by whom and why, and who approved it. */
export function History({ of }: { of: PresetState }) {
  const { api, centre } = useCentre();
  const { name } = of.preset;
  const query = useQuery(presetHistory(api, centre, name));
  return (
    <States query={query} past={pastOf(query.data ?? [], of)} of={{ kind: "preset", item: name }} />
  );
}
