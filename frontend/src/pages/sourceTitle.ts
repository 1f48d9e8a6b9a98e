import { useQuery } from "@tanstack/react-query";
import { sources as sourcesOf } from "@/api/newQueries";
import { useCentre } from "@/app/context";
import type { SourceInfo } from "@/generated/schema";
import { type Language, useTexts } from "@/text";

/** What people call a source, in their language. */
export const titleOf = (source: Pick<SourceInfo, "title" | "title_zh" | "name">, to: Language) =>
  (to === "zh" && source.title_zh) || source.title || source.name;

/** Finds the title of a source by its name; of one that is no more, the name itself. */
export function useSourceTitles(): (name: string) => string {
  const { api, centre } = useCentre();
  const { language } = useTexts();
  const known = useQuery(sourcesOf(api, centre)).data?.results;
  return (name) => {
    const source = known?.find((one) => one.name === name);
    return source ? titleOf(source, language) : name;
  };
}
