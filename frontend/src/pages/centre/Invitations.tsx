import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { invitations } from "@/api/centreQueries";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import type { Column } from "@/design/components/Table";
import { TextField } from "@/design/components/TextField";
import { Time } from "@/design/components/Time";
import type { InvitationInfo, TenantRole } from "@/generated/schema";
import { useTexts } from "@/text";
import { FormDialog, useAct } from "../acts";
import { ListPage } from "../ListPage";
import { namesOf } from "../roles";
import { RolePicker } from "./parts";

const LIFE_DAYS = 14;

/** Who was invited, and what became of it. */
export function Invitations() {
  const texts = useTexts();
  const { t } = texts;
  const { api, centre, may } = useCentre();
  const [cursor, setCursor] = useState<string>();
  const query = useQuery(invitations(api, centre, cursor));
  const [isInviting, setInviting] = useState(false);
  const revoke = useAct(
    (id: string) =>
      api.DELETE("/api/v1/invitations/{invitation_id}/", {
        params: { path: { invitation_id: id } },
      }),
    () => undefined,
  );
  const columns: Column<InvitationInfo>[] = [
    { id: "name", name: t("centre-person"), width: "20%", cell: (row) => row.username },
    {
      id: "roles",
      name: t("centre-roles"),
      width: "28%",
      cell: (row) => namesOf(row.roles, texts),
      more: (row) => t("centre-invited-by", { person: row.invited_by.replace(/^person:/, "") }),
    },
    {
      id: "state",
      name: t("state"),
      width: "14%",
      cell: (row) => t(`centre-invitation-${row.state}`),
    },
    {
      id: "until",
      name: t("centre-until"),
      width: "20%",
      cell: (row) => <Time at={row.expires_at} />,
    },
    {
      id: "acts",
      name: t("centre-acts"),
      width: "18%",
      cell: (row) =>
        row.state === "open" && may("member.manage") ? (
          <Button isPending={revoke.isPending} onPress={() => revoke.mutate(row.id)}>
            {t("centre-take-back")}
          </Button>
        ) : (
          "–"
        ),
    },
  ];
  return (
    <>
      <ListPage
        title={t("centre-invitations")}
        lead={t("centre-invitations-lead")}
        query={query}
        problem={revoke.error}
        columns={columns}
        keyOf={(row) => row.id}
        empty={{ title: t("centre-invitations-none"), text: t("centre-invitations-none-text") }}
        onCursor={setCursor}
        tools={
          may("member.manage") && (
            <Button kind="main" onPress={() => setInviting(true)}>
              {t("centre-invite")}
            </Button>
          )
        }
      />
      {isInviting && <Invite onClose={() => setInviting(false)} />}
    </>
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const { api } = useCentre();
  const [username, setUsername] = useState("");
  const [roles, setRoles] = useState<TenantRole[]>(["forecaster"]);
  const invite = useAct(
    () =>
      api.POST("/api/v1/invitations/", {
        body: { username: username.trim(), roles, expires_in_days: LIFE_DAYS },
      }),
    onClose,
  );
  return (
    <FormDialog
      title={t("centre-invite")}
      act={t("centre-invite")}
      isIncomplete={roles.length === 0 || username.trim() === ""}
      doing={invite}
      onSubmit={() => invite.mutate(undefined)}
      onClose={onClose}
    >
      <TextField
        label={t("centre-username")}
        hint={t("centre-invite-hint", { days: LIFE_DAYS })}
        value={username}
        onChange={setUsername}
        maxLength={150}
        autoFocus
      />
      <RolePicker value={roles} onChange={setRoles} />
    </FormDialog>
  );
}
