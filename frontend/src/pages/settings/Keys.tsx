import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, data } from "@/api/client";
import type { TenantRole } from "@/api/schema";
import {
  ActButton,
  Button,
  Dialog,
  Field,
  Loading,
  Mark,
  ProblemNotice,
  sayProblem,
  Table,
  Time,
} from "@/design";
import { useTexts } from "@/texts";
import { RolePicker } from "./RolePicker";
import { Secret } from "./Secret";

const OF_KEYS: TenantRole[] = ["service", "viewer", "auditor", "tenant_admin"];

/** Keys of services: what each may do, how long it lives, when it was last used. */
export function Keys() {
  const { t } = useTexts();
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useQuery({
    queryKey: ["keys"],
    queryFn: async () => (await data(api.GET("/api/v1/api-keys/"))).results,
  });
  const revoke = useMutation({
    mutationFn: (id: string) =>
      api.DELETE("/api/v1/api-keys/{key_id}/", { params: { path: { key_id: id } } }),
    onSuccess: () => list.refetch(),
    onError: sayProblem,
  });
  const rotate = useMutation({
    mutationFn: (id: string) =>
      data(
        api.POST("/api/v1/api-keys/{key_id}/rotate/", {
          params: { path: { key_id: id } },
          body: {} as never,
        }),
      ),
    onSuccess: (issued) => {
      setSecret(issued.key);
      void list.refetch();
    },
    onError: sayProblem,
  });
  return (
    <>
      <Loading query={list}>
        {(keys) => (
          <Table heads={[t("ui-key-name"), t("ui-roles"), t("ui-expires"), t("ui-last-used")]} acts>
            {keys.map((key) => (
              <tr key={key.id}>
                <td>
                  <strong>{key.name}</strong>{" "}
                  <span className="mono tiny quiet">hvr_{key.prefix}_…</span>
                </td>
                <td className="small">
                  {key.roles ? key.roles.map((role) => t(`ui-role-${role}`)).join(" · ") : "–"}
                </td>
                <td>
                  <Time at={key.expires_at} />
                </td>
                <td>
                  <Time at={key.last_used_at} />
                </td>
                <td>
                  {key.revoked_at ? (
                    <Mark tone="idle" icon="cancelled">
                      {t("ui-key-revoked")}
                    </Mark>
                  ) : (
                    <span className="row">
                      <ActButton small act="key.manage" onClick={() => rotate.mutate(key.id)}>
                        {t("ui-key-rotate")}
                      </ActButton>
                      <Button small kind="danger" onClick={() => revoke.mutate(key.id)}>
                        {t("ui-key-revoke")}
                      </Button>
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Loading>
      <div className="row">
        <ActButton act="key.manage" kind="main" onClick={() => setMaking(true)}>
          {t("ui-key-make")}
        </ActButton>
      </div>
      <Dialog title={t("ui-key-make")} open={making} onClose={() => setMaking(false)}>
        <NewKey
          onMade={(text) => {
            setMaking(false);
            setSecret(text);
            void list.refetch();
          }}
        />
      </Dialog>
      <Secret text={secret} onDone={() => setSecret(null)} />
    </>
  );
}

function NewKey({ onMade }: { onMade: (text: string) => void }) {
  const { t } = useTexts();
  const [name, setName] = useState("");
  const [roles, setRoles] = useState<TenantRole[]>(["service"]);
  const [days, setDays] = useState(90);
  const make = useMutation({
    mutationFn: () =>
      data(
        api.POST("/api/v1/api-keys/", { body: { name, roles, expires_in_days: days } as never }),
      ),
    onSuccess: (issued) => onMade(issued.key),
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
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <RolePicker label={t("ui-roles")} chosen={roles} onChange={setRoles} roles={OF_KEYS} />
      <Field label={t("ui-key-days")}>
        {(props) => (
          <input
            {...props}
            className="input"
            type="number"
            min={1}
            max={365}
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
          />
        )}
      </Field>
      {make.error && <ProblemNotice error={make.error} />}
      <Button kind="main" type="submit" busy={make.isPending} disabled={roles.length === 0}>
        {t("ui-key-make")}
      </Button>
    </form>
  );
}
