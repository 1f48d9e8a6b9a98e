import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { places } from "@/api/newQueries";
import { useCentre } from "@/app/context";
import fields from "@/design/components/Fields.module.css";
import layers from "@/design/components/Layers.module.css";
import type { FoundPlace } from "@/generated/schema";
import { useTexts } from "@/text";
import styles from "./PlaceSearch.module.css";
import { useSettled } from "./settled";

const KINDS = ["country", "territory", "state", "province", "region", "water", "town"] as const;
const PAUSE_MS = 200;

/** Finds a place by the begin of its name, in English or Chinese. */
export function PlaceSearch({
  onPlace,
}: {
  onPlace: (region: readonly number[], name: string) => void;
}) {
  const { t, language } = useTexts();
  const { api, centre } = useCentre();
  const [typed, setTyped] = useState("");
  const wanted = useSettled(typed.trim(), PAUSE_MS);
  const query = useQuery(places(api, centre, wanted));
  const isAsked = typed.trim() !== "";
  const found = (isAsked && wanted && query.data?.results) || [];
  const nameOf = (place: FoundPlace) =>
    language === "zh" && place.name_zh ? place.name_zh : place.name;
  const kindOf = (place: FoundPlace) => {
    const kind = KINDS.find((one) => one === place.kind);
    const country = language === "zh" ? place.country_name_zh : place.country_name;
    const isItself = country === nameOf(place);
    return [kind && t(`new-kind-${kind}`), !isItself && country].filter(Boolean).join(", ");
  };
  const rows = found.map((place, at) => ({ place, id: `${at} ${place.label}` }));
  return (
    <ComboBox
      className={fields.field ?? ""}
      items={rows}
      inputValue={typed}
      onInputChange={setTyped}
      selectedKey={null}
      onSelectionChange={(key) => {
        const chosen = rows.find((row) => row.id === key)?.place;
        if (!chosen) return;
        onPlace(chosen.region, nameOf(chosen));
        setTyped("");
      }}
      menuTrigger="input"
      allowsEmptyCollection={isAsked}
      allowsCustomValue
    >
      <Label className={fields.label}>{t("new-place")}</Label>
      <Input className={fields.input ?? ""} placeholder={t("new-place-example")} />
      <span className={fields.hint} role="status">
        {query.isError ? t("new-places-failed") : ""}
      </span>
      <Popover className={layers.popover ?? ""}>
        <ListBox
          className={layers.list ?? ""}
          renderEmptyState={() => (
            <p className={styles.none}>
              {query.isError
                ? t("new-places-failed")
                : typed.trim() !== wanted || query.isFetching
                  ? t("loading")
                  : t("new-no-place")}
            </p>
          )}
        >
          {({ place, id }: (typeof rows)[number]) => (
            <ListBoxItem id={id} textValue={nameOf(place)} className={styles.place ?? ""}>
              <span>
                {nameOf(place)}
                <small>{otherNames(place, nameOf(place))}</small>
              </span>
              <small>{kindOf(place)}</small>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** The place's names beside the one that is shown: in the other language, and the one that fitted. */
const otherNames = ({ name, name_zh, matched }: FoundPlace, shown: string): string =>
  [...new Set([name, name_zh, matched])].filter((one) => one && one !== shown).join(" · ");
