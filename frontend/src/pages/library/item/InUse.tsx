import { useQuery } from "@tanstack/react-query";
import { releases } from "@/api/libraryQueries";
import { Problem } from "@/api/problems";
import { libraryEntry } from "@/api/reportQueries";
import { useCentre } from "@/app/context";
import { Change } from "@/design/components/Change";
import { Notice } from "@/design/components/Feedback";
import { useTexts } from "@/text";
import { useNames } from "../names";
import type { Document } from "./fields";
import { stepsBetween } from "./history";
import { useOfCentre } from "./InCentre";
import type { Item } from "./useItem";

/** Parts that a release writes otherwise than the library, whatever they say. */
const WRITTEN_OTHERWISE = /^(references|citations|curation|reviewed)\b/;

/** What the release in use at the centre says otherwise: diagnoses rest on that, not on the library. */
export function InUse({ item }: { item: Item }) {
  const { t } = useTexts();
  const names = useNames();
  const { api, centre } = useCentre();
  const used = useQuery(releases(api, centre)).data?.results.find(({ in_use }) => in_use);
  const held = useQuery({
    ...libraryEntry(api, centre, used?.digest ?? "", item.key),
    enabled: used !== undefined,
  });
  const ours = useOfCentre(item);
  if (!used) return null;
  const { version } = used;
  if (held.error instanceof Problem && held.error.status === 404) {
    return <Notice>{t("item-in-use-none", { version })}</Notice>;
  }
  if (!held.data) return null;
  const steps = stepsBetween(held.data as unknown as Document, item.document).filter(
    // What the centre says otherwise stands in a notice of its own.
    ({ path }) => !WRITTEN_OTHERWISE.test(path) && !ours.some((one) => one.path === path),
  );
  if (steps.length === 0) return null;
  return (
    <Notice>
      <p>{t("item-in-use-differs", { version })}</p>
      {steps.map(({ path, before, after, unit }) => (
        <Change
          key={path}
          name={names.field(path)}
          before={names.value(path, before, unit)}
          after={names.value(path, after, unit)}
        />
      ))}
    </Notice>
  );
}
