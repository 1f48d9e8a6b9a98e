import type { ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { ask, isLoss } from "@/api/server";
import { Button } from "@/design/components/Button";
import { Empty, ProblemNotice } from "@/design/components/Feedback";
import layers from "@/design/components/Layers.module.css";
import { useTexts } from "@/text";
import { useApp } from "./context";
import { useTitle } from "./title";

const LOOK_MS = 3000;

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

/** A page that could not be loaded: it comes by itself once the platform answers again. */
function PageLost() {
  const { t } = useTexts();
  useTitle(t("page-lost-title"));
  useEffect(() => {
    let isAway = false;
    const look = () =>
      ask("/api/v1/session/").then(
        (answer) => {
          if (answer.ok && isAway) location.reload();
        },
        () => {
          isAway = true;
        },
      );
    void look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Empty title={t("page-lost-title")} level={1}>
      <p>{t("page-lost-text")}</p>
    </Empty>
  );
}

/** Something in a page has failed; the frame goes on. */
export function PageFailed({ error }: ErrorComponentProps) {
  const { t } = useTexts();
  if (isLoss(error)) return <PageLost />;
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
