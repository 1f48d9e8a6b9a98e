import { Link, useRouteError } from "react-router";
import { Problem } from "@/api/problems";
import { Button, Empty, ProblemNotice } from "@/design";
import { useTexts } from "@/texts";

export function NotFound() {
  const { t } = useTexts();
  return (
    <div className="sheet">
      <Empty title={t("ui-not-found-title")}>
        <p>{t("ui-not-found-text")}</p>
        <Link className="button" to="/">
          {t("ui-nav-situation")}
        </Link>
      </Empty>
    </div>
  );
}

/** A page that broke: the rest of the frame goes on working. */
export function PageFault() {
  const { t } = useTexts();
  const error = useRouteError();
  return (
    <div className="sheet">
      {error instanceof Problem ? (
        <ProblemNotice error={error} retry={() => location.reload()} />
      ) : (
        <Empty title={t("ui-broken")}>
          <p>{t("ui-broken-text")}</p>
          <code className="tiny">{error instanceof Error ? error.message : ""}</code>
          <Button onClick={() => location.reload()}>{t("ui-load-again")}</Button>
        </Empty>
      )}
    </div>
  );
}
