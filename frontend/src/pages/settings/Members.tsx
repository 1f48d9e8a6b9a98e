import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useAccess } from "@/api/access";
import { api, data } from "@/api/client";
import type { TenantRole } from "@/api/schema";
import {
  ActButton,
  Button,
  Dialog,
  Field,
  Loading,
  ProblemNotice,
  say,
  sayProblem,
  Table,
  Time,
} from "@/design";
import { useTexts } from "@/texts";
import { RolePicker } from "./RolePicker";

/** Who works in the centre with which roles, and who is invited. */
export function Members() {
  const { t } = useTexts();
  const { person } = useAccess();
  const [changing, setChanging] = useState<{ name: string; roles: TenantRole[] } | null>(null);
  const [inviting, setInviting] = useState(false);
  const list = useQuery({
    queryKey: ["members"],
    queryFn: async () => (await data(api.GET("/api/v1/members/"))).results,
  });
  const invitations = useQuery({
    queryKey: ["invitations"],
    queryFn: async () => (await data(api.GET("/api/v1/invitations/"))).results,
  });
  const refresh = () => {
    void list.refetch();
    void invitations.refetch();
  };
  const remove = useMutation({
    mutationFn: (username: string) =>
      api.DELETE("/api/v1/members/{username}/", { params: { path: { username } } }),
    onSuccess: refresh,
    onError: sayProblem,
  });
  const end = useMutation({
    mutationFn: (username: string) =>
      api.DELETE("/api/v1/members/{username}/sessions/", { params: { path: { username } } }),
    onSuccess: () => say(t("ui-session-ended")),
    onError: sayProblem,
  });
  const revoke = useMutation({
    mutationFn: (id: string) =>
      api.DELETE("/api/v1/invitations/{invitation_id}/", {
        params: { path: { invitation_id: id } },
      }),
    onSuccess: refresh,
    onError: sayProblem,
  });
  return (
    <>
      <Loading query={list}>
        {(members) => (
          <Table heads={[t("ui-username"), t("ui-roles"), t("ui-last-sign-in")]} acts>
            {members.map((member) => (
              <tr key={member.username}>
                <td>
                  <strong>{member.username}</strong>
                </td>
                <td>{member.roles.map((role) => t(`ui-role-${role}`)).join(" · ")}</td>
                <td>
                  <Time at={member.last_sign_in} />
                </td>
                <td>
                  {member.username === person?.name ? (
                    <span className="tiny quiet">{t("ui-own-roles")}</span>
                  ) : (
                    <span className="row">
                      <ActButton
                        small
                        act="member.manage"
                        onClick={() => setChanging({ name: member.username, roles: member.roles })}
                      >
                        {t("ui-change")}
                      </ActButton>
                      <Button small kind="bare" onClick={() => end.mutate(member.username)}>
                        {t("ui-member-sign-out")}
                      </Button>
                      <Button small kind="danger" onClick={() => remove.mutate(member.username)}>
                        {t("ui-remove")}
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
        <ActButton act="member.manage" kind="main" onClick={() => setInviting(true)}>
          {t("ui-invite")}
        </ActButton>
      </div>
      {invitations.data && invitations.data.length > 0 && (
        <section>
          <h2 className="side-head">{t("ui-invitations")}</h2>
          <ul className="stack close">
            {invitations.data.map((one) => (
              <li key={one.id} className="row small">
                <strong>{one.username}</strong>
                <span className="quiet">
                  {one.roles.map((role) => t(`ui-role-${role}`)).join(" · ")}
                </span>
                <span>{t(`ui-invitation-${one.state}`)}</span>
                <Time at={one.expires_at} />
                {one.state === "open" && (
                  <Button small kind="bare" onClick={() => revoke.mutate(one.id)}>
                    {t("ui-take-back")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Dialog title={t("ui-invite")} open={inviting} onClose={() => setInviting(false)}>
        <Invite
          onDone={() => {
            setInviting(false);
            refresh();
          }}
        />
      </Dialog>
      <Dialog
        title={changing?.name ?? ""}
        open={changing !== null}
        onClose={() => setChanging(null)}
      >
        {changing && (
          <Roles
            name={changing.name}
            before={changing.roles}
            onDone={() => {
              setChanging(null);
              refresh();
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function Invite({ onDone }: { onDone: () => void }) {
  const { t } = useTexts();
  const [username, setUsername] = useState("");
  const [roles, setRoles] = useState<TenantRole[]>(["forecaster"]);
  const invite = useMutation({
    mutationFn: () =>
      api.POST("/api/v1/invitations/", { body: { username, roles, expires_in_days: 14 } as never }),
    onSuccess: () => {
      say(t("ui-invite-done"));
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field label={t("ui-username")} hint={t("ui-invite-hint")}>
        {(props) => (
          <input
            {...props}
            className="input"
            required
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        )}
      </Field>
      <RolePicker label={t("ui-roles")} chosen={roles} onChange={setRoles} />
      {invite.error && <ProblemNotice error={invite.error} />}
      <Button kind="main" type="submit" busy={invite.isPending} disabled={roles.length === 0}>
        {t("ui-invite")}
      </Button>
    </form>
  );
}

function Roles({
  name,
  before,
  onDone,
}: {
  name: string;
  before: TenantRole[];
  onDone: () => void;
}) {
  const { t } = useTexts();
  const [roles, setRoles] = useState(before);
  const change = useMutation({
    mutationFn: () =>
      api.PUT("/api/v1/members/{username}/", {
        params: { path: { username: name } },
        body: { roles } as never,
      }),
    onSuccess: onDone,
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <RolePicker label={t("ui-roles")} chosen={roles} onChange={setRoles} />
      {change.error && <ProblemNotice error={change.error} />}
      <Button kind="main" type="submit" busy={change.isPending} disabled={roles.length === 0}>
        {t("ui-keep")}
      </Button>
    </form>
  );
}
