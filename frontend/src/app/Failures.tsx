import type { ErrorComponentProps } from "@tanstack/react-router";
import { Button } from "@/design/components/Button";
import { Empty, ProblemNotice } from "@/design/components/Feedback";
import layers from "@/design/components/Layers.module.css";
import { useTexts } from "@/text";
import { useApp } from "./context";
import { useTitle } from "./title";

/** Nothing is at an address of the application. */
export function NoSuchPage() {
  const { t } = useTexts();
  useTitle(t("no-page-title"));
  return (
    <Empty title={t("no-page-title")} level={1}>
      <p>{t("no-page-text")}</p>
      <a href="/">{t("start-page")}</a>
    </Empty>
  );
}

/** The address names a centre that the person is no member of, or that does not exist: one answer. */
export function NotYourCentre() {
  const { t } = useTexts();
  const { start } = useApp();
  useTitle(t("not-your-centre-title"));
  return (
    <Empty title={t("not-your-centre-title")} level={1}>
      <p>{t("not-your-centre-text")}</p>
      <ul className={layers.acts}>
        {start.centres.map((one) => (
          <li key={one.slug}>
            <a href={`/c/${one.slug}/`}>{one.name}</a>
          </li>
        ))}
      </ul>
    </Empty>
  );
}

/** Something in a page has failed; the frame goes on. */
export function PageFailed({ error }: ErrorComponentProps) {
  const { t } = useTexts();
  return (
    <>
      <ProblemNotice error={error} />
      <p>
        <Button onPress={() => location.reload()}>{t("load-again")}</Button>
      </p>
      <pre>{error instanceof Error ? (error.stack ?? error.message) : String(error)}</pre>
    </>
  );
}
