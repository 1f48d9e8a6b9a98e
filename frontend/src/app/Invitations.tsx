import { useMutation, useQuery } from "@tanstack/react-query";
import { api, data } from "@/api/client";
import { Button, Empty, Loading, ProblemNotice, Time } from "@/design";
import { useTexts } from "@/texts";

/** For a person without a centre: who invites them, and the answer. */
export function Invitations({ onDone }: { onDone: () => void }) {
  return (
    <main className="entrance">
      <section>
        <span className="wordmark">HVR-Met</span>
        <OpenInvitations onDone={onDone} empty />
      </section>
    </main>
  );
}

/** Open invitations of the person who is signed in, with both answers. */
export function OpenInvitations({ onDone, empty }: { onDone: () => void; empty?: boolean }) {
  const { t, who } = useTexts();
  const list = useQuery({
    queryKey: ["invitations", "mine"],
    queryFn: async () => (await data(api.GET("/api/v1/me/invitations/"))).results,
  });
  const answer = useMutation({
    mutationFn: async ({ id, accept }: { id: string; accept: boolean }) => {
      const params = { params: { path: { invitation_id: id } } };
      if (accept) await api.POST("/api/v1/me/invitations/{invitation_id}/accept/", params);
      else await api.POST("/api/v1/me/invitations/{invitation_id}/decline/", params);
    },
    onSuccess: () => {
      void list.refetch();
      onDone();
    },
  });
  return (
    <Loading query={list} lines={3}>
      {(invitations) => (
        <div className="stack">
          {invitations.map((one) => (
            <article key={one.id} className="panel">
              <div className="body stack">
                <p>
                  {t("ui-invited", {
                    centre: one.name,
                    by: who(one.invited_by),
                    roles: { items: one.roles.map((role) => t(`ui-role-${role}`)) },
                  })}
                </p>
                <p className="small quiet">
                  {t("ui-invited-until")} <Time at={one.expires_at} both />
                </p>
                <div className="row">
                  <Button kind="main" onClick={() => answer.mutate({ id: one.id, accept: true })}>
                    {t("ui-accept")}
                  </Button>
                  <Button onClick={() => answer.mutate({ id: one.id, accept: false })}>
                    {t("ui-decline")}
                  </Button>
                </div>
              </div>
            </article>
          ))}
          {invitations.length === 0 && empty && (
            <Empty title={t("ui-no-centre-title")}>
              <p>{t("ui-no-centre-text")}</p>
              <a className="button" href="/accounts/logout/">
                {t("ui-sign-out")}
              </a>
            </Empty>
          )}
          {answer.error && <ProblemNotice error={answer.error} />}
        </div>
      )}
    </Loading>
  );
}
