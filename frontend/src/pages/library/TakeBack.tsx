import type { ReactNode } from "react";
import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import type { AdoptionInfo } from "@/generated/schema";
import { useAct } from "@/pages/acts";
import { useTexts } from "@/text";

interface TakeBackProps {
  adoption: AdoptionInfo;
  /** Why it was refused, in the words of the page. */
  refusal: (error: Error | null) => ReactNode;
}

/** Takes one's own proposal back, to work with a release or with what the centre has adjusted. */
export function TakeBack({ adoption, refusal }: TakeBackProps) {
  const { t } = useTexts();
  const { api } = useCentre();
  const takeBack = useAct(
    () =>
      bodyOf(
        api.POST("/api/v1/guidelines/adoptions/{adoption_id}/withdraw/", {
          params: { path: { adoption_id: adoption.id } },
        }),
      ),
    () => undefined,
  );
  return (
    <>
      <Button isPending={takeBack.isPending} onPress={() => takeBack.mutate(undefined)}>
        {t("lib-take-back")}
      </Button>
      {refusal(takeBack.error)}
    </>
  );
}
