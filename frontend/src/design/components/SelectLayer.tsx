import { Button } from "react-aria-components/Button";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { Icon } from "../icons";
import fields from "./Fields.module.css";
import layers from "./Layers.module.css";
import type { SelectProps } from "./Select";

const ANY = "";

/** The choice itself. */
export default function SelectLayer<Value extends string>({
  label,
  any,
  options,
  value,
  onChange,
}: SelectProps<Value>) {
  return (
    <AriaSelect
      className={[fields.field, fields.inline].join(" ")}
      selectedKey={value ?? ANY}
      onSelectionChange={(key) => onChange(options.find((option) => option.value === key)?.value)}
    >
      <Label className={fields.label}>{label}</Label>
      <Button className={fields.select ?? ""}>
        <SelectValue />
        <Icon name="down" size={12} />
      </Button>
      <Popover className={layers.popover ?? ""}>
        <ListBox className={layers.list ?? ""}>
          <ListBoxItem id={ANY} textValue={any} className={layers.item ?? ""}>
            {any}
          </ListBoxItem>
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              textValue={option.name}
              className={layers.item ?? ""}
            >
              {option.name}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
