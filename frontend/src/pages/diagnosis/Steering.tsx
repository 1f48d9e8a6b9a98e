import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useMemo, useState } from "react";
import { api, data } from "@/api/client";
import { Problem } from "@/api/problems";
import { queryClient } from "@/api/queries";
import type { Diagnosis, OrderDocument, SteeringAction } from "@/api/schema";
import { ActButton, Field, Mark, ProblemNotice, Time } from "@/design";
import type { Run } from "@/live/run";
import { useTexts } from "@/texts";

const ACTIONS: SteeringAction[] = ["pin", "veto", "add", "conclude"];
const STATUS = {
  waiting: ["live", "running"],
  applied: ["good", "confirmed"],
  refused: ["bad", "refuted"],
  missed: ["idle", "undetermined"],
} as const;
const ENDED = new Set(["finished", "failed", "cancelled"]);

/** Orders of forecasters: what was asked for, and what became of it. */
export function Steering({ job, run }: { job: Diagnosis; run: Run }) {
  const { t, tool, who } = useTexts();
  const key = ["diagnosis", job.id, "steering"];
  const ended = ENDED.has(run.status) || ENDED.has(job.status);
  const orders = useQuery({
    queryKey: [...key, run.orders.length],
    queryFn: async () =>
      (
        await data(
          api.GET("/api/v1/diagnoses/{job_id}/steering/", { params: { path: { job_id: job.id } } }),
        )
      ).results,
    placeholderData: (before) => before,
  });
  const given = orders.data ?? [];
  if (ended && given.length === 0) return null;
  return (
    <section>
      <h2 className="side-head">{t("ui-steering")}</h2>
      {!ended && (
        <OrderForm
          job={job}
          run={run}
          onDone={() => void queryClient.invalidateQueries({ queryKey: key })}
        />
      )}
      <ul className="orders">
        {given.map((order: OrderDocument) => {
          const [tone, icon] = STATUS[order.status];
          return (
            <li key={order.id} className="small">
              <div className="row apart">
                <span>
                  {t(`ui-order-${order.action}`)}{" "}
                  {order.factor && <strong>{tool(order.factor)}</strong>}
                </span>
                <Mark tone={tone} icon={icon}>
                  {t(`ui-order-status-${order.status}`)}
                </Mark>
              </div>
              <p className="soft">{order.reason}</p>
              <p className="tiny quiet">
                {who(order.author)} · <Time at={order.created_at} short /> {order.message}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function OrderForm({ job, run, onDone }: { job: Diagnosis; run: Run; onDone: () => void }) {
  const { t, tool } = useTexts();
  const [action, setAction] = useState<SteeringAction>("pin");
  const [factor, setFactor] = useState("");
  const [reason, setReason] = useState("");
  const found = run.classification;
  const event = found?.declared ?? found?.primary ?? job.state.event ?? null;
  const entries = useQuery({
    queryKey: ["entries", job.release_digest, event],
    queryFn: async () =>
      (
        await data(
          api.GET("/api/v1/guidelines/releases/{digest}/entries/", {
            params: { path: { digest: job.release_digest }, query: event ? { event } : {} },
          }),
        )
      ).results,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const options = useMemo(
    () =>
      (entries.data ?? [])
        .map((entry) => ({ id: entry.factor, title: tool(entry.factor) }))
        .sort((one, other) => one.title.localeCompare(other.title)),
    [entries.data, tool],
  );
  const order = useMutation({
    mutationFn: () =>
      api.POST("/api/v1/diagnoses/{job_id}/steering/", {
        params: { path: { job_id: job.id } },
        body: { action, factor: action === "conclude" ? "" : factor, reason },
      }),
    onSuccess: () => {
      setReason("");
      setFactor("");
      onDone();
    },
  });
  const nearest =
    order.error instanceof Problem ? (order.error.data.nearest as string[] | undefined) : undefined;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    order.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <div className="row segments" role="group" aria-label={t("ui-steering")}>
        {ACTIONS.map((one) => (
          <button
            key={one}
            type="button"
            className="button small"
            aria-pressed={one === action}
            onClick={() => setAction(one)}
          >
            {t(`ui-order-${one}`)}
          </button>
        ))}
      </div>
      <p className="tiny quiet">{t(`ui-order-${action}-what`)}</p>
      {action !== "conclude" && (
        <Field label={t("ui-factor")}>
          {(props) => (
            <select
              {...props}
              className="input"
              required
              value={factor}
              onChange={(changed) => setFactor(changed.target.value)}
            >
              <option value="">{t("ui-choose")}</option>
              {options.map((option) => (
                <option key={option.id} value={option.id}>
                  {option.title}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field label={t("ui-reason")} hint={t("ui-reason-hint")}>
        {(props) => (
          <input
            {...props}
            className="input"
            required
            maxLength={500}
            value={reason}
            onChange={(changed) => setReason(changed.target.value)}
          />
        )}
      </Field>
      {order.error && <ProblemNotice error={order.error} />}
      {nearest && nearest.length > 0 && (
        <div className="row">
          {nearest.map((name) => (
            <button key={name} type="button" className="chip" onClick={() => setFactor(name)}>
              {tool(name)}
            </button>
          ))}
        </div>
      )}
      <ActButton act="diagnosis.steer" type="submit" busy={order.isPending}>
        {t("ui-order-give")}
      </ActButton>
    </form>
  );
}
