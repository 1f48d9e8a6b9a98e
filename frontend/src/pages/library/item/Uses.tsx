import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { entryUses } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Region } from "@/design/components/Region";
import { Time } from "@/design/components/Time";
import { useTexts } from "@/text";
import styles from "./item.module.css";

const SHOWN = 5;

/** In which diagnoses of the centre an entry was judged, and with which verdict. */
export function Uses({ entry }: { entry: string }) {
  const { t, term } = useTexts();
  const { api, centre } = useCentre();
  const { data } = useQuery(entryUses(api, centre, entry));
  return (
    <section className={styles.sources} aria-labelledby="item-uses">
      <h2 id="item-uses">{t("item-uses")}</h2>
      {data && (
        <p className={styles.hint}>
          {t("item-uses-of", { judged: data.judged, confirmed: data.confirmed })}
        </p>
      )}
      <ul>
        {data?.results.slice(0, SHOWN).map((one) => (
          <li key={one.job}>
            <Link
              to="/c/$centre/diagnoses/$diagnosis"
              params={{ centre, diagnosis: one.job }}
              search={{ factor: entry }}
            >
              <Region region={one.region} /> · <Time at={one.period?.start ?? one.at} />
            </Link>
            <span>{term(one.verdict)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
