import { useState } from "react";
import { useApp, useCentre } from "@/app/context";
import { useVersion } from "../reader";

/**
 * What a person has written on a version and not sent yet. This window keeps it over a reload; another
 * person, centre or version has its own.
 */
export function useKept<T>(name: string, nothing: T): [T, (next: T) => void] {
  const { session } = useApp();
  const { centre } = useCentre();
  const { diagnosis, number } = useVersion();
  const key = ["desk", session.person, centre, diagnosis, number, name].join(" ");
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
