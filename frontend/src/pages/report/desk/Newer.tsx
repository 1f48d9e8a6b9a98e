import { useQuery } from "@tanstack/react-query";
import { versionsOf } from "@/api/reportQueries";
import { useCentre } from "@/app/context";
import { Notice } from "@/design/components/Feedback";
import { useTexts } from "@/text";
import { useVersion } from "../reader";

/** Says, before a version is decided on, that a newer one is on its way. */
export function Newer() {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const { diagnosis, number } = useVersion();
  const versions = useQuery(versionsOf(api, centre, diagnosis)).data?.results ?? [];
  const newer = versions
    .filter((one) => one.number > number && one.status !== "withdrawn")
    .sort((one, other) => other.number - one.number)[0];
  if (!newer) return null;
  return (
    <Notice tone="doubt">
      {t("desk-newer", { number: newer.number, status: t(`version-${newer.status}`) })}
    </Notice>
  );
}
