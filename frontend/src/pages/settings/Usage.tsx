import { useQuery } from "@tanstack/react-query";
import { usage } from "@/api/queries";
import { Loading } from "@/design";
import { useTexts } from "@/texts";

const PARTS = ["jobs_per_hour", "running_jobs", "storage_bytes", "tokens_per_month"] as const;
const NEARLY = 0.8;

function shown(name: (typeof PARTS)[number], value: number): string {
  if (name === "storage_bytes") return `${(value / 1e9).toFixed(value < 1e9 ? 2 : 1)} GB`;
  return value.toLocaleString("en-GB").replaceAll(",", " ");
}

/** The centre's quotas and what is used of them. */
export function Usage() {
  const { t } = useTexts();
  const found = useQuery(usage);
  return (
    <Loading query={found}>
      {({ limits, used }) => (
        <ul className="stack wide">
          {PARTS.map((name) => {
            const limit = limits[name];
            const share = limit ? used[name] / limit : 0;
            return (
              <li key={name} className="stack close">
                <div className="row apart">
                  <span>{t(`ui-quota-${name}`)}</span>
                  <span className="soft">
                    {shown(name, used[name])} / {limit ? shown(name, limit) : t("ui-no-limit")}
                  </span>
                </div>
                <span className="quota">
                  <span
                    className={share > NEARLY ? "near" : ""}
                    style={{ width: `${Math.min(1, share) * 100}%` }}
                  />
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Loading>
  );
}
