import { useMutation } from "@tanstack/react-query";
import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { ProblemNotice } from "@/design/components/Feedback";
import layers from "@/design/components/Layers.module.css";
import { useTexts } from "@/text";
import type { EntrySearch } from "./search";

interface ExportProps {
  of: "entries" | "references";
  filter?: Omit<EntrySearch, "cursor">;
}

/** Hands over what a list shows as a file: a table for people, a document for machines. */
export function Export({ of, filter }: ExportProps) {
  const { t } = useTexts();
  const { api } = useCentre();
  const fetching = useMutation({
    mutationFn: async (kind: "csv" | "yaml") => {
      const name = `${of}.${kind}`;
      const file = await bodyOf(
        api.GET("/api/v1/guidelines/library/export/{library_file}/", {
          params: { path: { library_file: name }, query: filter ?? {} },
          parseAs: "blob",
        }),
      );
      const link = document.createElement("a");
      link.href = URL.createObjectURL(file as unknown as Blob);
      link.download = `library-${name}`;
      link.click();
      URL.revokeObjectURL(link.href);
    },
  });
  return (
    <div className={layers.acts}>
      <Button icon="out" isPending={fetching.isPending} onPress={() => fetching.mutate("csv")}>
        {t("lib-export-csv")}
      </Button>
      <Button icon="out" isPending={fetching.isPending} onPress={() => fetching.mutate("yaml")}>
        {t("lib-export-yaml")}
      </Button>
      {fetching.error && <ProblemNotice error={fetching.error} />}
    </div>
  );
}
