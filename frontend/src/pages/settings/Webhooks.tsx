import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, data } from "@/api/client";
import type { EventKind } from "@/api/schema";
import {
  ActButton,
  Button,
  Dialog,
  Empty,
  Field,
  Loading,
  ProblemNotice,
  say,
  sayProblem,
} from "@/design";
import { useTexts } from "@/texts";
import { Secret } from "./Secret";

/** Addresses that are notified, with what happened to the last messages. */
export function Webhooks() {
  const { t } = useTexts();
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useQuery({
    queryKey: ["webhooks"],
    queryFn: async () => (await data(api.GET("/api/v1/webhooks/"))).results,
  });
  const path = (id: string) => ({ params: { path: { webhook_id: id } } });
  const refresh = () => void list.refetch();
  const test = useMutation({
    mutationFn: (id: string) => api.POST("/api/v1/webhooks/{webhook_id}/test/", path(id)),
    onSuccess: () => say(t("ui-webhook-tested")),
    onError: sayProblem,
  });
  const end = useMutation({
    mutationFn: (id: string) => api.DELETE("/api/v1/webhooks/{webhook_id}/", path(id)),
    onSuccess: refresh,
    onError: sayProblem,
  });
  const pause = useMutation({
    mutationFn: ({ id, paused }: { id: string; paused: boolean }) =>
      api.PATCH("/api/v1/webhooks/{webhook_id}/", {
        ...path(id),
        body: { active: !paused } as never,
      }),
    onSuccess: refresh,
    onError: sayProblem,
  });
  return (
    <>
      <Loading query={list}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty title={t("ui-webhooks-none")}>
              <p>{t("ui-webhooks-none-text")}</p>
            </Empty>
          ) : (
            <ul className="stack">
              {webhooks.map((one) => (
                <li key={one.id} className="panel">
                  <div className="body stack close">
                    <div className="row">
                      <strong>{one.name}</strong>
                      <span className="grow" />
                      <span className="small quiet">{one.events.join(" · ")}</span>
                    </div>
                    <code className="tiny">{one.url}</code>
                    <div className="row">
                      <ActButton small act="webhook.manage" onClick={() => test.mutate(one.id)}>
                        {t("ui-webhook-test")}
                      </ActButton>
                      <Button
                        small
                        kind="bare"
                        onClick={() => pause.mutate({ id: one.id, paused: one.active })}
                      >
                        {t(one.active ? "ui-webhook-pause" : "ui-webhook-resume")}
                      </Button>
                      <Button small kind="danger" onClick={() => end.mutate(one.id)}>
                        {t("ui-remove")}
                      </Button>
                    </div>
                    <Deliveries id={one.id} />
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
      <div className="row">
        <ActButton act="webhook.manage" kind="main" onClick={() => setMaking(true)}>
          {t("ui-webhook-make")}
        </ActButton>
      </div>
      <Dialog title={t("ui-webhook-make")} open={making} onClose={() => setMaking(false)}>
        <NewWebhook
          onMade={(text) => {
            setMaking(false);
            setSecret(text);
            refresh();
          }}
        />
      </Dialog>
      <Secret text={secret} onDone={() => setSecret(null)} />
    </>
  );
}

function Deliveries({ id }: { id: string }) {
  const { t } = useTexts();
  const list = useQuery({
    queryKey: ["webhooks", id, "deliveries"],
    queryFn: async () =>
      (
        await data(
          api.GET("/api/v1/webhooks/{webhook_id}/deliveries/", {
            params: { path: { webhook_id: id }, query: { page_size: 5 } },
          }),
        )
      ).results,
  });
  const replay = useMutation({
    mutationFn: (delivery: string) =>
      api.POST("/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay/", {
        params: { path: { webhook_id: id, delivery_id: delivery } },
      }),
    onSuccess: () => list.refetch(),
    onError: sayProblem,
  });
  return (
    <details className="small">
      <summary>{t("ui-deliveries")}</summary>
      <Loading query={list} lines={2}>
        {(deliveries) => (
          <ul>
            {deliveries.map((one) => (
              <li key={one.id} className="row">
                <code className="tiny">{one.type}</code> {t(`ui-delivery-${one.status}`)}
                {one.status === "dead" && (
                  <Button small kind="bare" onClick={() => replay.mutate(one.id)}>
                    {t("ui-replay")}
                  </Button>
                )}
              </li>
            ))}
            {deliveries.length === 0 && <li className="quiet">{t("ui-none")}</li>}
          </ul>
        )}
      </Loading>
    </details>
  );
}

const KINDS: EventKind[] = [
  ...(["report.published", "report.superseded", "report.withdrawn"] as const),
  ...(["diagnosis.finished", "diagnosis.failed"] as const),
];

function NewWebhook({ onMade }: { onMade: (secret: string) => void }) {
  const { t } = useTexts();
  const [name, setName] = useState("");
  const [url, setUrl] = useState("https://");
  const [events, setEvents] = useState<EventKind[]>(KINDS.slice(0, 1));
  const make = useMutation({
    mutationFn: () => data(api.POST("/api/v1/webhooks/", { body: { name, url, events } as never })),
    onSuccess: (issued) => onMade(issued.secret),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field label={t("ui-key-name")}>
        {(props) => (
          <input
            {...props}
            className="input"
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t("ui-address")}>
        {(props) => (
          <input
            {...props}
            className="input mono"
            type="url"
            required
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <fieldset className="field">
        <legend>{t("ui-webhook-events")}</legend>
        {KINDS.map((kind) => (
          <label key={kind} className="check">
            <input
              type="checkbox"
              checked={events.includes(kind)}
              onChange={(event) =>
                setEvents(
                  event.target.checked ? [...events, kind] : events.filter((one) => one !== kind),
                )
              }
            />
            <code>{kind}</code>
          </label>
        ))}
      </fieldset>
      {make.error && <ProblemNotice error={make.error} />}
      <Button kind="main" type="submit" busy={make.isPending}>
        {t("ui-webhook-make")}
      </Button>
    </form>
  );
}
