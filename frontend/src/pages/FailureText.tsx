import type { Failure } from "@/generated/schema";
import { useTexts } from "@/text";
import { failureIn } from "./found";

/** Why a diagnosis failed. */
export function FailureText({ failure }: { failure: Failure }) {
  const { language } = useTexts();
  const { text, lang } = failureIn(failure, language);
  return <span lang={lang}>{text}</span>;
}
