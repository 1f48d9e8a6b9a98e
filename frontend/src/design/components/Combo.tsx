import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Icon } from "../icons";
import fields from "./Fields.module.css";
import layers from "./Layers.module.css";

interface ComboProps {
  label: string;
  options: readonly { value: string; name: string }[];
  value?: string | undefined;
  onChange: (value: string) => void;
  /** Of a field that adds what is chosen to something else: it is empty again afterwards. */
  isAdding?: boolean;
}

/** A choice of one of many, which a few letters of its name find. */
export function Combo({ label, options, value, onChange, isAdding }: ComboProps) {
  const [round, setRound] = useState(0);
  return (
    <ComboBox
      key={round}
      className={fields.field ?? ""}
      defaultItems={options.map(({ value: id, name }) => ({ id, name }))}
      defaultSelectedKey={isAdding ? null : (value ?? null)}
      menuTrigger="focus"
      onSelectionChange={(key) => {
        if (key === null || key === value) return;
        onChange(String(key));
        if (isAdding) setRound(round + 1);
      }}
    >
      <Label className={fields.label}>{label}</Label>
      <span className={fields.combo}>
        <Input className={fields.input ?? ""} />
        <Button className={fields.open ?? ""}>
          <Icon name="down" size={12} />
        </Button>
      </span>
      <Popover className={layers.popover ?? ""}>
        <ListBox className={layers.list ?? ""}>
          {(option: { id: string; name: string }) => (
            <ListBoxItem id={option.id} textValue={option.name} className={layers.item ?? ""}>
              {option.name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
