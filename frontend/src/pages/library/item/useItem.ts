import { useQuery } from "@tanstack/react-query";
import { causes, entry, type ItemKind, reference } from "@/api/libraryQueries";
import { Problem } from "@/api/problems";
import { useCentre } from "@/app/context";
import type { EntryState } from "@/generated/schema";
import type { Document } from "./fields";

/** Who made its last state, when and why. */
type Change = Omit<EntryState, "entry">;

/** An item as the library has it now; revision 0 and an empty document where it has none. */
export interface Item {
  kind: ItemKind;
  key: string;
  revision: number;
  document: Document;
  change: Change | null;
  /** Of a publication: the entries that cite it. */
  citedBy: readonly string[];
  /** Of a publication: as it is printed. */
  text: string;
}

/** Reads an item by its kind and its name in the library. */
export function useItem(kind: ItemKind, key: string) {
  const { api, centre } = useCentre();
  const asEntry = useQuery({ ...entry(api, centre, key), enabled: kind === "entry" });
  const asReference = useQuery({ ...reference(api, centre, key), enabled: kind === "reference" });
  const asCause = useQuery({ ...causes(api, centre), enabled: kind === "cause" });
  const query = { entry: asEntry, reference: asReference, cause: asCause }[kind];
  const nothing: Item = {
    kind,
    key,
    revision: 0,
    document: {},
    change: null,
    citedBy: [],
    text: "",
  };
  const isMissing = query.error instanceof Problem && query.error.status === 404;
  if (isMissing) return { query, item: nothing };
  if (query.data === undefined) return { query, item: null };
  if (kind === "entry" && asEntry.data) {
    const { entry: document, ...change } = asEntry.data;
    return { query, item: { ...nothing, revision: change.revision, document, change } as Item };
  }
  if (kind === "reference" && asReference.data) {
    const { reference: document, text, cited_by, ...change } = asReference.data;
    const own = { revision: change.revision, document, change, text, citedBy: cited_by };
    return { query, item: { ...nothing, ...own } as Item };
  }
  const found = asCause.data?.find((one) => one.key === key);
  if (!found) return { query, item: nothing };
  const { cause: document, key: _, ...change } = found;
  return { query, item: { ...nothing, revision: change.revision, document, change } as Item };
}
