import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { overlay } from "@/api/libraryQueries";
import { libraryEntry } from "@/api/reportQueries";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Dialog } from "@/design/components/Dialog";
import layers from "@/design/components/Layers.module.css";
import { TextField } from "@/design/components/TextField";
import { useTexts } from "@/text";
import { NEW_ITEM } from "./NewItem";

const NAME = /^[a-z][a-z0-9_]*$/;

/** Names an entry of the centre's own; its page is where it is written. */
export function AddOwnEntry() {
  const { t } = useTexts();
  const { api, centre, may } = useCentre();
  const navigate = useNavigate();
  const [isOpen, open] = useState(false);
  const [name, setName] = useState("");
  const standing = useQuery(overlay(api, centre)).data;
  const found = useQuery({
    ...libraryEntry(api, centre, standing?.release ?? "", name),
    enabled: standing !== undefined && isOpen && NAME.test(name),
    retry: false,
  });
  const isShared = found.data !== undefined;
  const mistake = isShared
    ? t("lib-centre-add-shared")
    : name !== "" && !NAME.test(name)
      ? t("lib-new-wrong")
      : null;
  const isReady = NAME.test(name) && !isShared && !found.isFetching;
  if (!may("library.propose")) return null;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (!isReady) return;
    void navigate({
      to: "/c/$centre/library/centre/entries/$item",
      params: { centre, item: name },
      hash: NEW_ITEM,
    });
  };
  return (
    <>
      <Button icon="plus" onPress={() => open(true)}>
        {t("lib-centre-add")}
      </Button>
      <Dialog title={t("lib-centre-add")} isOpen={isOpen} onClose={() => open(false)}>
        <form className={layers.form} onSubmit={submit}>
          <p>{t("lib-centre-add-text")}</p>
          <TextField
            label={t("lib-field-id")}
            hint={t("lib-centre-add-hint")}
            value={name}
            maxLength={100}
            autoFocus
            mistake={mistake}
            onChange={setName}
          />
          <div className={layers.acts}>
            <Button type="submit" kind="main" isDisabled={!isReady}>
              {t("lib-new-go")}
            </Button>
            <Button onPress={() => open(false)}>{t("leave")}</Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
