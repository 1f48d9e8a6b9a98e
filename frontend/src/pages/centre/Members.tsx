import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { members } from "@/api/centreQueries";
import { useApp, useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import layers from "@/design/components/Layers.module.css";
import type { Column } from "@/design/components/Table";
import { Time } from "@/design/components/Time";
import type { MemberInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { FormDialog, useAct } from "../acts";
import { ListPage } from "../ListPage";
import { namesOf } from "../roles";
import { RolePicker } from "./parts";

/** Who works in the centre, and with which roles. */
export function Members() {
  const texts = useTexts();
  const { t } = texts;
  const { start } = useApp();
  const { api, centre, may } = useCentre();
  const query = useQuery(members(api, centre));
  const [open, setOpen] = useState<{ what: "roles" | "remove"; member: MemberInfo } | null>(null);
  const columns: Column<MemberInfo>[] = [
    { id: "name", name: t("centre-person"), width: "22%", cell: (row) => row.username },
    {
      id: "roles",
      name: t("centre-roles"),
      width: "34%",
      cell: (row) => namesOf(row.roles, texts) || "–",
    },
    {
      id: "last",
      name: t("centre-last-sign-in"),
      width: "20%",
      cell: (row) => (row.last_sign_in ? <Time at={row.last_sign_in} /> : "–"),
    },
    {
      id: "acts",
      name: t("centre-acts"),
      width: "24%",
      cell: (row) => {
        if (!may("member.manage")) return "–";
        // Nobody changes their own roles, or removes themselves by mistake.
        if (row.username === start.person) return t("centre-yourself");
        return (
          <span className={layers.acts}>
            <Button onPress={() => setOpen({ what: "roles", member: row })}>
              {t("centre-change-roles")}
            </Button>
            <Button kind="bare" onPress={() => setOpen({ what: "remove", member: row })}>
              {t("centre-remove")}
            </Button>
          </span>
        );
      },
    },
  ];
  return (
    <>
      <ListPage
        title={t("centre-members")}
        lead={t("centre-members-lead")}
        query={query}
        columns={columns}
        keyOf={(row) => row.username}
        empty={{ title: t("centre-members"), text: t("centre-members-lead") }}
      />
      {open?.what === "roles" && <Roles member={open.member} onClose={() => setOpen(null)} />}
      {open?.what === "remove" && <Removal member={open.member} onClose={() => setOpen(null)} />}
    </>
  );
}

interface ActProps {
  member: MemberInfo;
  onClose: () => void;
}

function Roles({ member, onClose }: ActProps) {
  const { t } = useTexts();
  const { api } = useCentre();
  const [roles, setRoles] = useState(member.roles);
  const change = useAct(
    () =>
      api.PUT("/api/v1/members/{username}/", {
        params: { path: { username: member.username } },
        body: { roles },
      }),
    onClose,
  );
  return (
    <FormDialog
      title={t("centre-roles-of", { person: member.username })}
      act={t("centre-save")}
      isIncomplete={roles.length === 0}
      doing={change}
      onSubmit={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <RolePicker value={roles} onChange={setRoles} />
    </FormDialog>
  );
}

function Removal({ member, onClose }: ActProps) {
  const { t } = useTexts();
  const { api } = useCentre();
  const remove = useAct(
    () =>
      api.DELETE("/api/v1/members/{username}/", {
        params: { path: { username: member.username } },
      }),
    onClose,
  );
  return (
    <FormDialog
      title={t("centre-remove-title", { person: member.username })}
      act={t("centre-remove")}
      kind="danger"
      doing={remove}
      onSubmit={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t("centre-remove-text")}</p>
    </FormDialog>
  );
}
