import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAccess } from "@/api/access";
import { api } from "@/api/client";
import { queryClient } from "@/api/queries";
import { regions } from "@/api/regions";
import { Button, Dialog, Field, ProblemNotice } from "@/design";
import { useTexts } from "@/texts";

type Box = [number, number, number, number];

/** Picks a region that the centre has saved, or saves the one that was drawn. */
export function SavedRegions({
  region,
  onPick,
}: {
  region: Box | null;
  onPick: (box: Box) => void;
}) {
  const { t } = useTexts();
  const access = useAccess();
  const list = useQuery(regions).data ?? [];
  const [naming, setNaming] = useState(false);
  const box = region?.every(Number.isFinite) ? region : null;
  const same = list.find((one) => one.region.join() === box?.join());
  if (list.length === 0 && !box) return null;
  return (
    <div className="row">
      {list.length > 0 && (
        <select
          className="input"
          aria-label={t("ui-saved-region")}
          value={same?.id ?? ""}
          onChange={(event) => {
            const chosen = list.find((one) => one.id === event.target.value);
            if (chosen) onPick(chosen.region as Box);
          }}
        >
          <option value="">{t("ui-saved-region-choose")}</option>
          {list.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      )}
      {box && !same && access.may("region.manage") && (
        <Button small kind="bare" onClick={() => setNaming(true)}>
          {t("ui-save-region")}
        </Button>
      )}
      <Dialog title={t("ui-save-region")} open={naming} onClose={() => setNaming(false)}>
        {box && <Naming box={box} onDone={() => setNaming(false)} />}
      </Dialog>
    </div>
  );
}

function Naming({ box, onDone }: { box: Box; onDone: () => void }) {
  const { t } = useTexts();
  const [name, setName] = useState("");
  const save = useMutation({
    mutationFn: () => api.POST("/api/v1/regions/", { body: { name, region: box, polygon: null } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ["regions"] });
      onDone();
    },
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Field label={t("ui-key-name")}>
        {(props) => (
          <input
            {...props}
            className="input"
            required
            maxLength={100}
            // biome-ignore lint/a11y/noAutofocus: opened to be typed into
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      {save.error && <ProblemNotice error={save.error} />}
      <Button kind="main" type="submit" busy={save.isPending}>
        {t("ui-keep")}
      </Button>
    </form>
  );
}
