import { latitudes, longitudes } from "@/text/places";
import styles from "./Time.module.css";

/** A region `[west, south, east, north]` in degrees; a line breaks between latitudes and longitudes only. */
export function Region({ region }: { region: readonly number[] }) {
  return (
    <>
      <span className={styles.time}>{latitudes(region)},</span>{" "}
      <span className={styles.time}>{longitudes(region)}</span>
    </>
  );
}
