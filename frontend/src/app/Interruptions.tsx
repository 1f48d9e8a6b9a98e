import { type FormEvent, type ReactNode, useState } from "react";
import { bodyOf, createApi } from "@/api/client";
import { Problem } from "@/api/problems";
import type { Interruption, Session } from "@/api/session";
import { Button } from "@/design/components/Button";
import { Dialog } from "@/design/components/Dialog";
import { Notice, ProblemNotice } from "@/design/components/Feedback";
import layers from "@/design/components/Layers.module.css";
import { TextField } from "@/design/components/TextField";
import { MoreTexts, useTexts } from "@/text";
import { useApp } from "./context";
import { LAYER_TEXTS } from "./layerTexts";
import { SERVER_PAGES } from "./places";

/** A form above the page for requests that wait: sign in again, or confirm who one is. */
export default function Interruptions(props: { interruption: Interruption }) {
  return (
    <MoreTexts part={LAYER_TEXTS}>
      <Interrupted {...props} />
    </MoreTexts>
  );
}

function Interrupted({ interruption }: { interruption: Interruption }) {
  const { t } = useTexts();
  const { session } = useApp();
  if (interruption.kind === "signed_out") {
    return (
      <Dialog title={t("again-title")} isOpen>
        <SignInAgain session={session} />
      </Dialog>
    );
  }
  if (interruption.kind === "confirm") {
    const giveUp = () => session.giveUp(new Problem({ status: 403, code: "not_confirmed" }));
    return (
      <Dialog title={t("confirm-title")} isOpen onClose={giveUp}>
        <Confirm session={session} ways={interruption.ways} />
      </Dialog>
    );
  }
  return (
    <Dialog title={t("other-title")} isOpen>
      <p>{t("other-text", { person: session.person, other: interruption.name })}</p>
      <div className={layers.acts}>
        <Button kind="main" autoFocus onPress={() => location.assign("/")}>
          {t("other-load", { other: interruption.name })}
        </Button>
      </div>
    </Dialog>
  );
}

/** What a form of a secret has in common: it sends, shows what was refused, and goes on. */
function SecretForm({
  send,
  act,
  children,
  more,
}: {
  send: () => Promise<void>;
  act: string;
  children: ReactNode;
  more?: ReactNode;
}) {
  const [error, setError] = useState<unknown>(null);
  const [isPending, setIsPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsPending(true);
    setError(null);
    try {
      await send();
    } catch (reason) {
      setError(reason);
      setIsPending(false);
    }
  };
  return (
    <form className={layers.form} onSubmit={submit}>
      {children}
      {error !== null && <ProblemNotice error={error} />}
      <div className={layers.acts}>
        <Button kind="main" type="submit" isPending={isPending}>
          {act}
        </Button>
        {more}
      </div>
    </form>
  );
}

function SignInAgain({ session }: { session: Session }) {
  const { t } = useTexts();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [asksCode, setAsksCode] = useState(false);
  const send = async () => {
    const body = { username: session.person, password, code: code || null, tenant: null };
    try {
      const api = createApi(session, null);
      session.take(await bodyOf(api.POST("/api/v1/session/", { body })));
      session.resume();
    } catch (reason) {
      const isForCode = reason instanceof Problem && reason.code === "second_factor_required";
      if (isForCode) setAsksCode(true);
      throw reason;
    }
  };
  return (
    <>
      <p>{t("again-text", { person: session.person })}</p>
      <SecretForm
        send={send}
        act={t("sign-in")}
        more={
          <a href={SERVER_PAGES.signIn} target="_blank" rel="noopener">
            {t("again-elsewhere")}
          </a>
        }
      >
        <TextField
          label={t("again-password")}
          type="password"
          autoComplete="current-password"
          isRequired
          autoFocus
          value={password}
          onChange={setPassword}
        />
        {asksCode && (
          <TextField
            label={t("again-code")}
            hint={t("again-code-hint")}
            autoComplete="one-time-code"
            autoFocus
            value={code}
            onChange={setCode}
          />
        )}
      </SecretForm>
    </>
  );
}

function Confirm({ session, ways }: { session: Session; ways: readonly string[] }) {
  const { t } = useTexts();
  const [way, setWay] = useState(ways.includes("password") ? "password" : "code");
  const [secret, setSecret] = useState("");
  if (ways.length > 0 && !ways.includes("password") && !ways.includes("code")) {
    return <Notice>{t("confirm-provider")}</Notice>;
  }
  const isCode = way === "code";
  const send = async () => {
    const body = isCode ? { code: secret, password: null } : { code: null, password: secret };
    const api = createApi(session, null);
    session.take(await bodyOf(api.POST("/api/v1/session/confirm/", { body })));
    session.resume();
  };
  const swap = () => {
    setWay(isCode ? "password" : "code");
    setSecret("");
  };
  return (
    <>
      <p>{t("confirm-text")}</p>
      <SecretForm
        send={send}
        act={t("confirm-act")}
        more={
          ways.length > 1 && (
            <Button kind="bare" onPress={swap}>
              {isCode ? t("confirm-by-password") : t("confirm-by-code")}
            </Button>
          )
        }
      >
        <TextField
          key={way}
          label={isCode ? t("again-code") : t("again-password")}
          type={isCode ? "text" : "password"}
          autoComplete={isCode ? "one-time-code" : "current-password"}
          isRequired
          autoFocus
          value={secret}
          onChange={setSecret}
        />
      </SecretForm>
    </>
  );
}
