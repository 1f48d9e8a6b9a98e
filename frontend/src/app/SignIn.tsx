import { type FormEvent, useState } from "react";
import { api, data } from "@/api/client";
import { Problem } from "@/api/problems";
import { session } from "@/api/session";
import { Button, Field, Notice, ProblemNotice } from "@/design";
import { useTexts } from "@/texts";
import { LanguageSwitch, ThemeSwitch } from "./switches";

interface FormProps {
  /** Fixed where somebody signs in again: another person would lose what was typed. */
  name?: string;
  onDone: () => void;
}

/** Name, password and, where the person has one, the code of the second factor. */
export function SignInForm({ name, onDone }: FormProps) {
  const { t } = useTexts();
  const [username, setUsername] = useState(name ?? "");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [needsCode, setNeedsCode] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const body = {
        username,
        password,
        code: needsCode && code ? code : null,
        tenant: session.tenant,
      };
      session.take(await data(api.POST("/api/v1/session/", { body })));
      onDone();
    } catch (reason) {
      if (reason instanceof Problem && reason.code === "second_factor_required" && !needsCode) {
        setNeedsCode(true);
      } else if (reason instanceof Problem && reason.code === "no_tenant") {
        session.chooseTenant(null);
        setError(reason);
      } else {
        setError(reason);
      }
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className="stack" onSubmit={submit}>
      <Field label={t("ui-username")}>
        {(props) => (
          <input
            {...props}
            className="input"
            name="username"
            autoComplete="username"
            required
            readOnly={name !== undefined}
            // biome-ignore lint/a11y/noAutofocus: the page has one purpose
            autoFocus={name === undefined}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        )}
      </Field>
      <Field label={t("ui-password")}>
        {(props) => (
          <input
            {...props}
            className="input"
            type="password"
            name="password"
            autoComplete="current-password"
            required
            // biome-ignore lint/a11y/noAutofocus: the name is given
            autoFocus={name !== undefined}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      {needsCode && (
        <Field label={t("ui-code")} hint={t("ui-code-hint")}>
          {(props) => (
            <input
              {...props}
              className="input mono"
              name="code"
              autoComplete="one-time-code"
              inputMode="text"
              // biome-ignore lint/a11y/noAutofocus: the platform has just asked for it
              autoFocus
              required
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
      )}
      {error !== null && <ProblemNotice error={error} />}
      <div className="row">
        <Button kind="main" type="submit" busy={busy}>
          {t("ui-sign-in")}
        </Button>
      </div>
    </form>
  );
}

/** The first page of somebody who is not signed in. */
export function SignInPage({ onDone, ended }: { onDone: () => void; ended?: boolean }) {
  const { t } = useTexts();
  return (
    <main className="entrance">
      <section>
        <div className="row apart">
          <span className="wordmark">HVR-Met</span>
          <span className="row">
            <LanguageSwitch />
            <ThemeSwitch />
          </span>
        </div>
        <h1>{t("ui-entrance-title")}</h1>
        <p className="soft">{t("ui-entrance-text")}</p>
        {ended && <Notice tone="live">{t("ui-signed-out")}</Notice>}
        <SignInForm onDone={onDone} />
        <p className="small quiet">
          {t("ui-no-account")} <a href="/accounts/login/?next=/">{t("ui-organisation")}</a>
        </p>
      </section>
    </main>
  );
}
