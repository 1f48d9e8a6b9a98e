import { useKept as useKeptAt } from "@/pages/kept";
import { useVersion } from "../reader";

/** What a person has written on a version and not sent yet; another version has its own. */
export function useKept<T>(name: string, nothing: T): [T, (next: T) => void] {
  const { diagnosis, number } = useVersion();
  return useKeptAt("desk", `${diagnosis} ${number} ${name}`, nothing);
}
