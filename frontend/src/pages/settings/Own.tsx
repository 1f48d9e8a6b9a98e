import { useMutation } from "@tanstack/react-query";
import { useAccess } from "@/api/access";
import { api } from "@/api/client";
import { queryClient } from "@/api/queries";
import { OpenInvitations } from "@/app/Invitations";
import { useLanguageChoice } from "@/app/switches";
import { Button, Mark, sayProblem } from "@/design";
import { chooseTheme, useTheme } from "@/design/theme";
import { useTexts } from "@/texts";

/** Language, appearance, centres and open invitations of the person. */
export function Own() {
  const { t, language } = useTexts();
  const { person } = useAccess();
  const theme = useTheme();
  const choice = useLanguageChoice();
  const home = useMutation({
    mutationFn: (tenant: string) => api.PUT("/api/v1/me/home/", { body: { tenant } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["me"] }),
    onError: sayProblem,
  });
  const segment = (pressed: boolean, text: string, act: () => void, lang?: string) => (
    <button type="button" className="button small" aria-pressed={pressed} onClick={act} lang={lang}>
      {text}
    </button>
  );
  return (
    <>
      <div className="stack close">
        <h2 className="side-head">{t("ui-own-language")}</h2>
        <div className="row">
          {segment(language === "en", "English", () => choice.mutate("en"), "en")}
          {segment(language === "zh", t("ui-language-zh"), () => choice.mutate("zh"), "zh-Hans")}
        </div>
        <p className="small quiet">{t("ui-own-language-text")}</p>
      </div>
      <div className="stack close">
        <h2 className="side-head">{t("ui-own-theme")}</h2>
        <div className="row">
          {segment(theme === "dark", t("ui-theme-dark"), () => chooseTheme("dark"))}
          {segment(theme === "light", t("ui-theme-light"), () => chooseTheme("light"))}
        </div>
      </div>
      <div className="stack close">
        <h2 className="side-head">{t("ui-centres")}</h2>
        <ul className="stack">
          {person?.tenants.map((centre) => (
            <li key={centre.id} className="row">
              <strong>{centre.name}</strong>
              <span className="small quiet">
                {centre.roles.map((role) => t(`ui-role-${role}`)).join(" · ")}
              </span>
              {centre.active && (
                <Mark tone="live" icon="confirmed">
                  {t("ui-centre-active")}
                </Mark>
              )}
              {centre.home ? (
                <span className="small quiet">{t("ui-centre-home")}</span>
              ) : (
                <Button small kind="bare" onClick={() => home.mutate(centre.slug)}>
                  {t("ui-centre-make-home")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
      <OpenInvitations onDone={() => void queryClient.invalidateQueries({ queryKey: ["me"] })} />
      <div className="stack close">
        <h2 className="side-head">{t("ui-own-security")}</h2>
        <div className="row">
          <a className="button" href="/accounts/2fa/">
            {t("ui-second-factor")}
          </a>
          <a className="button" href="/accounts/password/change/">
            {t("ui-change-password")}
          </a>
        </div>
      </div>
    </>
  );
}
