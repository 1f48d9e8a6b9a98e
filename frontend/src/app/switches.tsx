import { useMutation } from "@tanstack/react-query";
import { api } from "@/api/client";
import { queryClient } from "@/api/queries";
import { session } from "@/api/session";
import { Button } from "@/design";
import { chooseTheme, useTheme } from "@/design/theme";
import { type Language, showIn, useTexts } from "@/texts";

/** Chooses the language here and, where somebody is signed in, for their answers everywhere. */
export function useLanguageChoice() {
  return useMutation({
    mutationFn: async (language: Language) => {
      await showIn(language);
      if (session.began) await api.PUT("/api/v1/me/language/", { body: { language } });
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
}

export function LanguageSwitch() {
  const { language, t } = useTexts();
  const choice = useLanguageChoice();
  const other = language === "en" ? "zh" : "en";
  return (
    <Button
      kind="bare"
      small
      lang={other === "zh" ? "zh-Hans" : "en"}
      onClick={() => choice.mutate(other)}
    >
      {t("ui-other-language")}
    </Button>
  );
}

export function ThemeSwitch() {
  const { t } = useTexts();
  const theme = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  return (
    <Button kind="bare" small onClick={() => chooseTheme(other)}>
      {t(`ui-theme-${other}`)}
    </Button>
  );
}
