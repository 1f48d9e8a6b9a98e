import { useState } from "react";
import { useApp, useCentre } from "@/app/context";

/**
 * What a person has written and not sent yet, by what it is and where it belongs. This window keeps it over a
 * reload; another person or centre has its own.
 */
export function useKept<T>(what: string, where: string, nothing: T): [T, (next: T) => void] {
  const { session } = useApp();
  const { centre } = useCentre();
  const key = [what, session.person, centre, where].join(" ");
  const [kept, setKept] = useState<T>(() => {
    const text = sessionStorage.getItem(key);
    return text === null ? nothing : (JSON.parse(text) as T);
  });
  const keep = (next: T) => {
    setKept(next);
    if (JSON.stringify(next) === JSON.stringify(nothing)) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(next));
  };
  return [kept, keep];
}
