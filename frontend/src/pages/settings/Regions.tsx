import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import { regions } from "@/api/regions";
import { ActButton, Empty, Loading, sayProblem, Table, Time } from "@/design";
import { boxText } from "@/map/boxes";
import { useTexts } from "@/texts";

/** The regions of the centre; they are drawn and saved on the page of a new diagnosis. */
export function Regions() {
  const { t, who } = useTexts();
  const list = useQuery(regions);
  const remove = useMutation({
    mutationFn: (id: string) =>
      api.DELETE("/api/v1/regions/{region_id}/", { params: { path: { region_id: id } } }),
    onSuccess: () => list.refetch(),
    onError: sayProblem,
  });
  return (
    <Loading query={list}>
      {(saved) =>
        saved.length === 0 ? (
          <Empty title={t("ui-regions-none")}>
            <p>{t("ui-regions-none-text")}</p>
          </Empty>
        ) : (
          <Table heads={[t("ui-key-name"), t("ui-region"), t("ui-saved-by"), t("ui-time")]} acts>
            {saved.map((one) => (
              <tr key={one.id}>
                <td>
                  <strong>{one.name}</strong>
                </td>
                <td>
                  {boxText(one.region)} {one.polygon && t("ui-corners", { n: one.polygon.length })}
                </td>
                <td>{who(one.created_by)}</td>
                <td>
                  <Time at={one.changed_at} />
                </td>
                <td>
                  <ActButton
                    small
                    kind="danger"
                    act="region.manage"
                    onClick={() => remove.mutate(one.id)}
                  >
                    {t("ui-remove")}
                  </ActButton>
                </td>
              </tr>
            ))}
          </Table>
        )
      }
    </Loading>
  );
}
