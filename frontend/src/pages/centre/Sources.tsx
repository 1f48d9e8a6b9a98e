import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sourceRoots } from "@/api/centreQueries";
import { bodyOf } from "@/api/client";
import { source as sourceOf, sources } from "@/api/newQueries";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { ProblemNotice } from "@/design/components/Feedback";
import layers from "@/design/components/Layers.module.css";
import { Select } from "@/design/components/Select";
import type { Column } from "@/design/components/Table";
import { TextArea } from "@/design/components/TextArea";
import { TextField } from "@/design/components/TextField";
import { Ago, Time } from "@/design/components/Time";
import type { SourceChangeRequest, SourceInfo, SourceRootInfo } from "@/generated/schema";
import { MoreTexts, type Part, useCatalogue, useTexts } from "@/text";
import { messageText } from "@/text/messages";
import { FormDialog, useAct } from "../acts";
import { ListPage } from "../ListPage";
import { titleOf } from "../sourceTitle";

type Open = { what: "register" } | { what: "change" | "remove"; source: SourceInfo };

const SOURCE_TEXTS: Part = {
  en: () => import("virtual:science-texts/sources/en"),
  zh: () => import("virtual:science-texts/sources/zh"),
};

/** The data that the centre may use: what each source holds, and those of its own. */
export const Sources = () => (
  <MoreTexts part={SOURCE_TEXTS}>
    <SourceList />
  </MoreTexts>
);

function SourceList() {
  const { t, language } = useTexts();
  const { api, centre, may } = useCentre();
  const query = useQuery(sources(api, centre));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const columns: Column<SourceInfo>[] = [
    {
      id: "title",
      name: t("centre-source-title"),
      width: "30%",
      cell: (row) => titleOf(row, language),
      more: (row) => <code>{row.name}</code>,
    },
    {
      id: "state",
      name: t("state"),
      width: "14%",
      cell: (row) => t(`centre-source-${row.state}`),
      more: (row) =>
        row.late ? t("centre-source-late") : row.stale ? t("centre-source-stale") : null,
    },
    {
      id: "times",
      name: t("centre-source-times"),
      width: "24%",
      cell: (row) => (row.first ? <Time at={row.first} /> : "–"),
      more: (row) => row.last && <Time at={row.last} />,
    },
    {
      id: "newest",
      name: t("centre-source-newest"),
      width: "14%",
      cell: (row) => (row.newest_at ? <Ago at={row.newest_at} /> : "–"),
    },
    {
      id: "acts",
      name: t("centre-acts"),
      width: "18%",
      cell: (row) =>
        row.own && may("source.manage") ? (
          <span className={layers.acts}>
            <Button onPress={() => setOpen({ what: "change", source: row })}>
              {t("centre-source-change")}
            </Button>
            <Button kind="bare" onPress={() => setOpen({ what: "remove", source: row })}>
              {t("centre-remove")}
            </Button>
          </span>
        ) : row.own ? (
          "–"
        ) : (
          t("centre-source-operators")
        ),
    },
  ];
  return (
    <>
      <ListPage
        title={t("centre-sources")}
        lead={t("centre-sources-lead")}
        query={query}
        columns={columns}
        keyOf={(row) => row.name}
        noteOf={(row) => row.state === "failed" && <Failure name={row.name} />}
        empty={{ title: t("centre-sources-none"), text: t("centre-sources-none-text") }}
        tools={
          may("source.manage") && (
            <Button kind="main" onPress={() => setOpen({ what: "register" })}>
              {t("centre-source-register")}
            </Button>
          )
        }
      />
      {open?.what === "register" && <Registration onClose={close} />}
      {open?.what === "change" && <Change of={open.source} onClose={close} />}
      {open?.what === "remove" && <Removal of={open.source} onClose={close} />}
    </>
  );
}

/** Why a source cannot be read, in the reader's language. */
function Failure({ name }: { name: string }) {
  const catalogue = useCatalogue();
  const { api, centre } = useCentre();
  const known = useQuery(sourceOf(api, centre, name)).data;
  const said = known?.failure && messageText(catalogue, known.failure);
  return said ?? <span lang="en">{known?.failure_text}</span>;
}

const NOTHING: SourceChangeRequest = {
  title: "",
  title_zh: "",
  attribution: "",
  late_after_hours: null,
};

interface SaidProps {
  said: SourceChangeRequest;
  onChange: (said: SourceChangeRequest) => void;
}

/** What people read of a source. */
function Said({ said, onChange }: SaidProps) {
  const { t } = useTexts();
  return (
    <>
      <TextField
        label={t("centre-source-title")}
        value={said.title}
        onChange={(title) => onChange({ ...said, title })}
        maxLength={100}
      />
      <TextField
        label={t("centre-source-title-zh")}
        value={said.title_zh ?? ""}
        onChange={(title) => onChange({ ...said, title_zh: title })}
        maxLength={100}
      />
      <TextField
        label={t("centre-source-attribution")}
        value={said.attribution ?? ""}
        onChange={(attribution) => onChange({ ...said, attribution })}
        maxLength={200}
      />
      <TextField
        label={t("centre-source-late-after")}
        hint={t("centre-source-late-hint")}
        value={said.late_after_hours == null ? "" : String(said.late_after_hours)}
        onChange={(hours) =>
          onChange({ ...said, late_after_hours: hours.trim() === "" ? null : Number(hours) })
        }
      />
    </>
  );
}

const isWhole = (said: SourceChangeRequest) =>
  said.title.trim() !== "" && !Number.isNaN(said.late_after_hours ?? 0);

function Registration({ onClose }: { onClose: () => void }) {
  const { t, language } = useTexts();
  const { api, centre } = useCentre();
  const roots = useQuery(sourceRoots(api, centre));
  const [name, setName] = useState("");
  const [root, setRoot] = useState<string>();
  const [below, setBelow] = useState("");
  const [said, setSaid] = useState(NOTHING);
  const offered = roots.data?.results ?? [];
  const chosen = offered.find((one) => one.name === root) ?? offered[0];
  const paths = below
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const register = useAct(
    () =>
      bodyOf(
        api.POST("/api/v1/sources/", {
          body: { ...said, name: name.trim(), root: chosen?.name ?? "", below: paths },
        }),
      ),
    onClose,
  );
  return (
    <FormDialog
      title={t("centre-source-register")}
      act={t("centre-source-register")}
      isIncomplete={!(chosen && name.trim() && paths.length > 0 && isWhole(said))}
      doing={register}
      onSubmit={() => register.mutate(undefined)}
      onClose={onClose}
      wide
    >
      {roots.error && <ProblemNotice error={roots.error} />}
      {roots.data && offered.length === 0 && <p>{t("centre-source-no-roots")}</p>}
      <Select
        label={t("centre-source-root")}
        any={chosen ? rootTitle(chosen, language) : "–"}
        options={offered.map((one) => ({ value: one.name, name: rootTitle(one, language) }))}
        value={root}
        onChange={setRoot}
      />
      <TextArea
        label={t("centre-source-below")}
        hint={t(chosen?.remote ? "centre-source-below-remote" : "centre-source-below-hint")}
        value={below}
        onChange={setBelow}
      />
      <TextField
        label={t("centre-source-name")}
        hint={t("centre-source-name-hint")}
        value={name}
        onChange={setName}
        maxLength={63}
      />
      <Said said={said} onChange={setSaid} />
    </FormDialog>
  );
}

const rootTitle = (root: SourceRootInfo, to: "en" | "zh") =>
  (to === "zh" && root.title_zh) || root.title;

interface OfProps {
  of: SourceInfo;
  onClose: () => void;
}

function Change({ of, onClose }: OfProps) {
  const { t } = useTexts();
  const { api } = useCentre();
  const [said, setSaid] = useState<SourceChangeRequest>({
    title: of.title,
    title_zh: of.title_zh,
    attribution: of.attribution,
    late_after_hours: of.own?.late_after_hours ?? null,
  });
  const change = useAct(
    () =>
      bodyOf(
        api.PUT("/api/v1/sources/{name}/", { params: { path: { name: of.name } }, body: said }),
      ),
    onClose,
  );
  return (
    <FormDialog
      title={t("centre-source-change-title", { name: of.name })}
      act={t("centre-save")}
      isIncomplete={!isWhole(said)}
      doing={change}
      onSubmit={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <Said said={said} onChange={setSaid} />
    </FormDialog>
  );
}

function Removal({ of, onClose }: OfProps) {
  const { t } = useTexts();
  const { api } = useCentre();
  const remove = useAct(
    () => api.DELETE("/api/v1/sources/{name}/", { params: { path: { name: of.name } } }),
    onClose,
  );
  return (
    <FormDialog
      title={t("centre-source-remove-title", { name: of.name })}
      act={t("centre-remove")}
      kind="danger"
      doing={remove}
      onSubmit={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t("centre-source-remove-text")}</p>
    </FormDialog>
  );
}
