import { lazy, Suspense, useState } from "react";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import type { BulkFilter } from "@/generated/schema";
import { useTexts } from "@/text";

const BulkDialog = lazy(() => import("./bulk"));

interface BulkButtonProps {
  filter: Partial<BulkFilter>;
  /** How many entries the filter meets, where the page knows. */
  count: number | undefined;
}

/** Changes one thing in all entries that a list is filtered to. */
export function BulkButton({ filter, count }: BulkButtonProps) {
  const { t } = useTexts();
  const { may } = useCentre();
  const [isOpen, open] = useState(false);
  if (!may("library.edit") || count === 0) return null;
  return (
    <>
      <Button icon="draft" onPress={() => open(true)}>
        {count === undefined ? t("lib-bulk") : t("lib-bulk-count", { count })}
      </Button>
      {isOpen && (
        <Suspense>
          <BulkDialog filter={filter} onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  );
}
