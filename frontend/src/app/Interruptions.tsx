import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState, useSyncExternalStore } from "react";
import { api, data } from "@/api/client";
import { Problem } from "@/api/problems";
import { me } from "@/api/queries";
import { session } from "@/api/session";
import { Button, Dialog, Field, ProblemNotice } from "@/design";
import { useTexts } from "@/texts";
import { SignInForm } from "./SignIn";

/** Forms above the page for requests that wait: sign in again, or confirm who one is. */
export function Interruptions() {
  const { t } = useTexts();
  const person = useQuery({ ...me, enabled: false }).data;
  const waitingFor = useSyncExternalStore(session.subscribe, () => session.waitingFor);
  return (
    <>
      <Dialog
        title={t("ui-again-title")}
        open={waitingFor === "signed_out"}
        onClose={() => {}}
        binding
      >
        <div className="stack">
          <p className="soft">{t("ui-again-text")}</p>
          <SignInForm name={person?.name} onDone={() => session.resume()} />
          <a className="small" href="/">
            {t("ui-again-leave")}
          </a>
        </div>
      </Dialog>
      <Dialog
        title={t("ui-confirm-title")}
        open={waitingFor === "confirm"}
        onClose={() =>
          session.giveUp(new Problem({ status: 403, detail: t("ui-confirm-given-up") }))
        }
      >
        <ConfirmForm />
      </Dialog>
    </>
  );
}

function ConfirmForm() {
  const { t } = useTexts();
  const ways = session.ways.length > 0 ? session.ways : ["password"];
  const [way, setWay] = useState(ways.includes("password") ? "password" : (ways[0] ?? "password"));
  const [secret, setSecret] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      const body =
        way === "code" ? { code: secret, password: null } : { code: null, password: secret };
      session.take(await data(api.POST("/api/v1/session/confirm/", { body })));
      session.resume();
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  }

  if (way === "provider") return <p>{t("ui-confirm-provider")}</p>;
  return (
    <form className="stack" onSubmit={submit}>
      <p className="soft">{t("ui-confirm-text")}</p>
      <Field label={t(way === "code" ? "ui-code" : "ui-password")}>
        {(props) => (
          <input
            {...props}
            className="input"
            type={way === "code" ? "text" : "password"}
            autoComplete={way === "code" ? "one-time-code" : "current-password"}
            required
            // biome-ignore lint/a11y/noAutofocus: the dialog has one purpose
            autoFocus
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
        )}
      </Field>
      {error !== null && <ProblemNotice error={error} />}
      <div className="row">
        <Button kind="main" type="submit" busy={busy}>
          {t("ui-confirm-act")}
        </Button>
        {ways.includes("code") && ways.includes("password") && (
          <Button kind="bare" onClick={() => setWay(way === "code" ? "password" : "code")}>
            {t(way === "code" ? "ui-confirm-by-password" : "ui-confirm-by-code")}
          </Button>
        )}
      </div>
    </form>
  );
}
