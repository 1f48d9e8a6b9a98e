import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "@/api/centreQueries";
import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Dialog } from "@/design/components/Dialog";
import layers from "@/design/components/Layers.module.css";
import type { Column } from "@/design/components/Table";
import { TextField } from "@/design/components/TextField";
import { Ago, Time } from "@/design/components/Time";
import type { KeyInfo, TenantRole } from "@/generated/schema";
import { useTexts } from "@/text";
import { FormDialog, useAct } from "../acts";
import { ListPage } from "../ListPage";
import { namesOf } from "../roles";
import styles from "./centre.module.css";
import { RolePicker } from "./parts";

const LIFE_DAYS = 90;
const GRACE_MINUTES = 60;
const OF_SERVICES: readonly TenantRole[] = ["service", "viewer", "auditor"];

type Open = { what: "make" } | { what: "rotate" | "revoke"; key: KeyInfo };

/** The keys of services: what each may do, how long it lives, when it was last used. */
export function Keys() {
  const texts = useTexts();
  const { t } = texts;
  const { api, centre, may } = useCentre();
  const query = useQuery(keys(api, centre));
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setOpen(null);
  const show = (issued: { key: string }) => {
    close();
    setSecret(issued.key);
  };
  const columns: Column<KeyInfo>[] = [
    {
      id: "name",
      name: t("centre-key-name"),
      width: "22%",
      cell: (row) => row.name,
      more: (row) => <code>{`hvr_${row.prefix}_…`}</code>,
    },
    {
      id: "roles",
      name: t("centre-roles"),
      width: "20%",
      cell: (row) => namesOf(row.roles ?? [], texts) || "–",
      more: (row) => row.scopes?.join(", "),
    },
    {
      id: "used",
      name: t("centre-last-used"),
      width: "14%",
      cell: (row) => (row.last_used_at ? <Ago at={row.last_used_at} /> : t("centre-never")),
    },
    {
      id: "until",
      name: t("centre-until"),
      width: "20%",
      cell: (row) =>
        row.revoked_at ? t("centre-revoked") : row.expires_at ? <Time at={row.expires_at} /> : "–",
    },
    {
      id: "acts",
      name: t("centre-acts"),
      width: "24%",
      cell: (row) =>
        may("key.manage") && !row.revoked_at ? (
          <span className={layers.acts}>
            <Button onPress={() => setOpen({ what: "rotate", key: row })}>
              {t("centre-rotate")}
            </Button>
            <Button kind="bare" onPress={() => setOpen({ what: "revoke", key: row })}>
              {t("centre-revoke")}
            </Button>
          </span>
        ) : (
          "–"
        ),
    },
  ];
  return (
    <>
      <ListPage
        title={t("centre-keys")}
        lead={t("centre-keys-lead")}
        query={query}
        columns={columns}
        keyOf={(row) => row.id}
        empty={{ title: t("centre-keys-none"), text: t("centre-keys-none-text") }}
        tools={
          may("key.manage") && (
            <Button kind="main" onPress={() => setOpen({ what: "make" })}>
              {t("centre-make-key")}
            </Button>
          )
        }
      />
      {open?.what === "make" && <NewKey onMade={show} onClose={close} />}
      {open?.what === "rotate" && <Rotation of={open.key} onMade={show} onClose={close} />}
      {open?.what === "revoke" && <Revocation of={open.key} onClose={close} />}
      <Dialog
        title={t("centre-secret-title")}
        isOpen={secret !== null}
        onClose={() => setSecret(null)}
      >
        <p>{t("centre-secret-text")}</p>
        <code className={styles.secret}>{secret}</code>
        <div className={layers.acts}>
          <Button kind="main" onPress={() => void navigator.clipboard.writeText(secret ?? "")}>
            {t("centre-copy")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

interface MadeProps {
  onMade: (issued: { key: string }) => void;
  onClose: () => void;
}

function NewKey({ onMade, onClose }: MadeProps) {
  const { t } = useTexts();
  const { api } = useCentre();
  const [name, setName] = useState("");
  const [roles, setRoles] = useState<TenantRole[]>(["service"]);
  const make = useAct(
    () =>
      bodyOf(
        api.POST("/api/v1/api-keys/", {
          body: { name: name.trim(), roles, scopes: [], expires_in_days: LIFE_DAYS },
        }),
      ),
    onMade,
  );
  return (
    <FormDialog
      title={t("centre-make-key")}
      act={t("centre-make-key")}
      isIncomplete={roles.length === 0 || name.trim() === ""}
      doing={make}
      onSubmit={() => make.mutate(undefined)}
      onClose={onClose}
    >
      <TextField
        label={t("centre-key-name")}
        hint={t("centre-key-hint", { days: LIFE_DAYS })}
        value={name}
        onChange={setName}
        maxLength={100}
        autoFocus
      />
      <RolePicker offered={OF_SERVICES} value={roles} onChange={setRoles} />
    </FormDialog>
  );
}

function Rotation({ of, onMade, onClose }: MadeProps & { of: KeyInfo }) {
  const { t } = useTexts();
  const { api } = useCentre();
  const rotate = useAct(
    () =>
      bodyOf(
        api.POST("/api/v1/api-keys/{key_id}/rotate/", {
          params: { path: { key_id: of.id } },
          body: { expires_in_days: LIFE_DAYS, grace_minutes: GRACE_MINUTES },
        }),
      ),
    onMade,
  );
  return (
    <FormDialog
      title={t("centre-rotate-title", { name: of.name })}
      act={t("centre-rotate")}
      doing={rotate}
      onSubmit={() => rotate.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t("centre-rotate-text", { minutes: GRACE_MINUTES, days: LIFE_DAYS })}</p>
    </FormDialog>
  );
}

function Revocation({ of, onClose }: { of: KeyInfo; onClose: () => void }) {
  const { t } = useTexts();
  const { api } = useCentre();
  const revoke = useAct(
    () => api.DELETE("/api/v1/api-keys/{key_id}/", { params: { path: { key_id: of.id } } }),
    onClose,
  );
  return (
    <FormDialog
      title={t("centre-revoke-title", { name: of.name })}
      act={t("centre-revoke")}
      kind="danger"
      doing={revoke}
      onSubmit={() => revoke.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t("centre-revoke-text")}</p>
    </FormDialog>
  );
}
