import { useMutation, useQuery } from "@tanstack/react-query";
import { api, data } from "@/api/client";
import { Button, Loading, Mark, say, sayProblem, Table, Time } from "@/design";
import { useTexts } from "@/texts";

/** Where the person is signed in; others can be ended, one or all. */
export function Sessions() {
  const { t } = useTexts();
  const list = useQuery({
    queryKey: ["sessions"],
    queryFn: async () => (await data(api.GET("/api/v1/sessions/"))).results,
  });
  const done = () => {
    say(t("ui-session-ended"));
    void list.refetch();
  };
  const end = useMutation({
    mutationFn: (number: number) =>
      api.DELETE("/api/v1/sessions/{number}/", { params: { path: { number } } }),
    onSuccess: done,
    onError: sayProblem,
  });
  const endOthers = useMutation({
    mutationFn: () => api.DELETE("/api/v1/sessions/"),
    onSuccess: done,
    onError: sayProblem,
  });
  return (
    <Loading query={list}>
      {(sessions) => (
        <>
          <Table
            heads={[
              t("ui-session-browser"),
              t("ui-session-from"),
              t("ui-session-began"),
              t("ui-session-seen"),
            ]}
            acts
          >
            {sessions.map((one) => (
              <tr key={one.id}>
                <td className="small">{one.browser || "–"}</td>
                <td className="mono tiny">{one.address}</td>
                <td>
                  <Time at={one.began_at} />
                </td>
                <td>
                  <Time at={one.last_used_at} />
                </td>
                <td>
                  {one.present ? (
                    <Mark tone="live" icon="confirmed">
                      {t("ui-session-present")}
                    </Mark>
                  ) : (
                    <Button small kind="danger" onClick={() => end.mutate(one.id)}>
                      {t("ui-session-end")}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </Table>
          {sessions.length > 1 && (
            <div className="row">
              <Button kind="danger" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
                {t("ui-sessions-end-others")}
              </Button>
            </div>
          )}
        </>
      )}
    </Loading>
  );
}
