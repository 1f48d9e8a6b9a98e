import { Link } from "@tanstack/react-router";
import { useCentre } from "@/app/context";
import button from "@/design/components/Button.module.css";
import { Icon } from "@/design/icons";
import { useTexts } from "@/text";

/** Leads to the page on which a diagnosis is requested, for those who may. */
export function NewLink() {
  const { t } = useTexts();
  const { centre, may } = useCentre();
  if (!may("diagnosis.create")) return null;
  return (
    <Link
      to="/c/$centre/new"
      params={{ centre }}
      className={[button.button, button.main].join(" ")}
    >
      <Icon name="plus" />
      {t("page-new")}
    </Link>
  );
}
