import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useRef } from "react";
import { bodyOf } from "@/api/client";
import { overlay } from "@/api/libraryQueries";
import { Problem } from "@/api/problems";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Notice } from "@/design/components/Feedback";
import type {
  AdjustedKind,
  AdjustmentInfo,
  NewAdjustment,
  OverlayInfo,
  ProblemInfo,
} from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { type FormDraft, FormDraftProvider } from "../item/draft";
import { plain } from "../item/fields";
import { isLost, useSaving } from "../item/saving";
import { useNames } from "../names";
import { Unsaved } from "../Unsaved";
import { Refused } from "./acts";
import { isAdjustable } from "./model";
import styles from "./overlay.module.css";

/** The centre's draft, as the page of an item writes it. */
export interface OverlayDraft extends FormDraft {
  /** What it says of the item. */
  changes: readonly AdjustmentInfo[];
  /** Whether a problem is of this item. */
  isOf: (problem: ProblemInfo) => boolean;
  /** Whether something was refused. */
  isRefused: boolean;
  /** Why the whole entry was not changed. */
  refusedWhole: Error | undefined;
  /** Has the entry not used, or takes an entry of the centre away. */
  stop: () => void;
  useAgain: () => void;
}

const Context = createContext<OverlayDraft | null>(null);

export function useOverlayDraft(): OverlayDraft {
  const value = useContext(Context);
  if (!value) throw new Error("useOverlayDraft needs an OverlayDraftProvider above it");
  return value;
}

interface ProviderProps {
  item: { kind: AdjustedKind; key: string };
  standing: OverlayInfo;
  isOwn: boolean;
  children: ReactNode;
}

/** Gives the page of an item the centre's draft: fields are kept one after the other. */
export function OverlayDraftProvider({ item, standing, isOwn, children }: ProviderProps) {
  const { api, centre } = useCentre();
  const client = useQueryClient();
  const queries = [centre, "library", "overlay"];
  const saving = useSaving(() => void client.invalidateQueries({ queryKey: queries }));
  /** What was sent last of each field, to be sent again over a colleague's value. */
  const sent = useRef(new Map<string, NewAdjustment>());
  const changes = standing.changes.filter((one) => one.kind === item.kind && one.item === item.key);
  const changeAt = (path: string) => changes.find((one) => one.path === path);
  const keep = async (now: OverlayInfo) => {
    await client.cancelQueries({ queryKey: queries });
    client.setQueryData(overlay(api, centre).queryKey, now);
  };
  const put = (fields: NewAdjustment[]) =>
    bodyOf(
      api.PUT("/api/v1/guidelines/overlay/fields/", {
        body: { release: standing.release, fields },
      }),
    );
  const remove = (change: AdjustmentInfo) =>
    bodyOf(
      api.DELETE("/api/v1/guidelines/overlay/fields/{adjustment_id}/", {
        params: { path: { adjustment_id: change.id }, query: { seen: change.saved_at } },
      }),
    );
  const send = (field: NewAdjustment) => {
    sent.current.set(field.path, field);
    saving.queue(field.path, async () => keep(await put([field])), field.value);
  };
  const draft: OverlayDraft = {
    ...saving,
    changes,
    isOf: ({ kind, key }) => kind === item.kind && key === item.key,
    isRefused: saving.refused.size > 0,
    refusedWhole: saving.refused.get(""),
    fieldAt: changeAt,
    problems: standing.problems,
    references: [],
    isWritable: (path) => isOwn || isAdjustable(item.kind, path),
    save: (path, value, unit) => {
      // A number in another unit is not what the field will say.
      if (unit === undefined) saving.give(path, value ?? null);
      send({
        kind: item.kind,
        item: item.key,
        path,
        value: (value ?? null) as NewAdjustment["value"],
        unit: unit ?? null,
        seen: changeAt(path)?.saved_at ?? null,
      });
    },
    drop: (path) => {
      const change = changeAt(path);
      saving.forget(path);
      if (change) saving.queue(path, async () => keep(await remove(change)));
    },
    noticeOf: (path) => {
      const error = saving.refused.get(path);
      if (!error) return null;
      const field = sent.current.get(path);
      if (!field || !(error instanceof Problem) || error.code !== "changed_since")
        return <Refused error={error} />;
      return (
        <Since
          path={path}
          unit={changeAt(path)?.unit ?? ""}
          data={error.data as unknown as SavedSince}
          onTheirs={() => {
            saving.forget(path);
            void client.invalidateQueries({ queryKey: queries });
          }}
          onMine={() => send({ ...field, seen: String(error.data.saved_at) })}
        />
      );
    },
    stop: () =>
      saving.queue("", async () => {
        const whole = { kind: item.kind, item: item.key, path: "", value: null };
        await keep(await put([{ ...whole, unit: null, seen: null }]));
      }),
    useAgain: () => {
      const change = changeAt("");
      if (change) saving.queue("", async () => keep(await remove(change)));
    },
  };
  return (
    <Context value={draft}>
      <FormDraftProvider value={draft}>{children}</FormDraftProvider>
      <Unsaved isLost={isLost(saving)} />
    </Context>
  );
}

/** What a colleague has saved meanwhile. */
interface SavedSince {
  value: unknown;
  by: string;
}

interface SinceProps {
  path: string;
  unit: string;
  data: SavedSince;
  onTheirs: () => void;
  onMine: () => void;
}

/** A colleague has saved the field meanwhile: whose value stays is chosen. */
function Since({ path, unit, data, onTheirs, onMine }: SinceProps) {
  const { t } = useTexts();
  const names = useNames();
  return (
    <Notice tone="doubt" live>
      <p>
        {t("overlay-since", {
          person: actorName(data.by),
          value: names.value(path, plain(data.value), unit),
        })}
      </p>
      <div className={styles.buttons}>
        <Button onPress={onTheirs}>{t("overlay-since-theirs")}</Button>
        <Button onPress={onMine}>{t("overlay-since-mine")}</Button>
      </div>
    </Notice>
  );
}
