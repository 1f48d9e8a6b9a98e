import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { ItemKind } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Dialog } from "@/design/components/Dialog";
import layers from "@/design/components/Layers.module.css";
import { EVENTS } from "@/design/components/Marks";
import { Select } from "@/design/components/Select";
import { TextField } from "@/design/components/TextField";
import { useTexts } from "@/text";

/** Behind the address of an item that is to be written: its page begins with the form. */
export const NEW_ITEM = "new";

/** What a name in the library looks like. */
const NAME = /^[a-z][a-z0-9_]*$/;

/** Names a new item; its page is where it is written and proposed. */
export function NewItem({ kind }: { kind: ItemKind }) {
  const { t, label } = useTexts();
  const { centre, may } = useCentre();
  const navigate = useNavigate();
  const [isOpen, open] = useState(false);
  const [name, setName] = useState("");
  const [event, setEvent] = useState<string | undefined>(EVENTS[0]);
  const isWrong = name !== "" && !NAME.test(name);
  if (!may("library.edit")) return null;
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (!NAME.test(name)) return;
    if (kind === "cause") {
      void navigate({
        to: "/c/$centre/library/explanations/$event/$item",
        params: { centre, event: event ?? "", item: name },
        hash: NEW_ITEM,
      });
      return;
    }
    const to =
      kind === "entry"
        ? ("/c/$centre/library/entries/$item" as const)
        : ("/c/$centre/library/publications/$item" as const);
    void navigate({ to, params: { centre, item: name }, hash: NEW_ITEM });
  };
  return (
    <>
      <Button icon="plus" onPress={() => open(true)}>
        {t(`lib-new-${kind}`)}
      </Button>
      <Dialog title={t(`lib-new-${kind}`)} isOpen={isOpen} onClose={() => open(false)}>
        <form className={layers.form} onSubmit={submit}>
          <p>{t("lib-new-text")}</p>
          {kind === "cause" && (
            <Select
              label={t("event")}
              any={label(EVENTS[0] ?? "")}
              value={event === EVENTS[0] ? undefined : event}
              options={EVENTS.slice(1).map((value) => ({
                value: value as string,
                name: label(value),
              }))}
              onChange={(chosen) => setEvent(chosen ?? EVENTS[0])}
            />
          )}
          <TextField
            label={t("lib-field-id")}
            hint={t(`lib-new-hint-${kind}`)}
            value={name}
            maxLength={100}
            autoFocus
            mistake={isWrong ? t("lib-new-wrong") : null}
            onChange={setName}
          />
          <div className={layers.acts}>
            <Button type="submit" kind="main" isDisabled={!NAME.test(name)}>
              {t("lib-new-go")}
            </Button>
            <Button onPress={() => open(false)}>{t("leave")}</Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
