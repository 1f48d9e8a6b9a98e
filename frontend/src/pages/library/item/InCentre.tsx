import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ListedKind, overlay } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Change } from "@/design/components/Change";
import { Notice } from "@/design/components/Feedback";
import type { AdjustmentInfo, OverlayInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { useNames } from "../names";
import { CriteriaLink } from "../parts";
import { plain, valueAt } from "./fields";
import type { Item } from "./useItem";

interface CentreLinkProps {
  item: { kind: ListedKind; key: string };
  className?: string | undefined;
  children: ReactNode;
}

/** Leads to where an entry, an explanation or the criteria of events are adjusted for the centre. */
export function CentreLink({ item: { kind, key }, className, children }: CentreLinkProps) {
  const { centre } = useCentre();
  const [event = "", name = ""] = key.split("/");
  if (kind === "cause") {
    return (
      <Link
        to="/c/$centre/library/centre/explanations/$event/$item"
        params={{ centre, event, item: name }}
        className={className}
      >
        {children}
      </Link>
    );
  }
  if (kind === "preset") {
    return (
      <CriteriaLink preset={key} className={className}>
        {children}
      </CriteriaLink>
    );
  }
  return (
    <Link
      to="/c/$centre/library/centre/entries/$item"
      params={{ centre, item: key }}
      className={className}
    >
      {children}
    </Link>
  );
}

const NOTHING: readonly never[] = [];

/** What the reader's centre says otherwise of an item, in use or in the draft. */
export function useInCentre(item: Pick<Item, "kind" | "key">) {
  return useOfItem(item).changes;
}

function useOfItem({ kind, key }: Pick<Item, "kind" | "key">) {
  const { api, centre } = useCentre();
  const found = useQuery({ ...overlay(api, centre), enabled: kind !== "reference" }).data;
  const isOfIt = (one: { kind: string; item: string }) => one.kind === kind && one.item === key;
  return {
    changes: (found?.changes ?? NOTHING).filter(isOfIt),
    undone: (found?.undone ?? NOTHING).filter(isOfIt),
  };
}

/** A field as diagnoses of the centre use it, where that is not what the library says. */
export interface UsedField {
  path: string;
  /** What the library says; undefined where only the library tells. */
  theirs: unknown;
  used: unknown;
  unit: string;
}

/** What is in use of what the centre says of an item, whatever the draft says by now. */
export function usedFields(
  changes: readonly AdjustmentInfo[],
  undone: OverlayInfo["undone"],
): UsedField[] {
  const kept = changes
    .filter(({ theirs, used }) => JSON.stringify(theirs) !== JSON.stringify(used))
    .map(({ path, theirs, used, unit }) => ({ path, theirs, used, unit }));
  const left = undone.map(({ path, value, unit }) => ({
    ...{ path, theirs: undefined, used: value, unit },
  }));
  return [...kept, ...left].filter(({ path }) => path !== "");
}

/** The fields of which diagnoses of the reader's centre use another value than the library's. */
export function useOfCentre(item: Pick<Item, "kind" | "key">): UsedField[] {
  const { changes, undone } = useOfItem(item);
  return usedFields(changes, undone);
}

/** What of an item the reader's centre has otherwise: in use, and, for who writes it, in the draft. */
export function InCentre({ item }: { item: Item }) {
  const { t } = useTexts();
  const { may } = useCentre();
  const names = useNames();
  const { changes, undone } = useOfItem(item);
  const drafts = may("library.propose") ? changes.filter(({ in_force }) => !in_force) : [];
  const used = usedFields(changes, undone);
  const isOwn = [...changes, ...undone].some((one) => "own" in one && one.own);
  const isUnused =
    changes.some(({ path, in_force }) => path === "" && in_force) ||
    undone.some(({ path }) => path === "");
  if (used.length + drafts.length === 0 && !isOwn && !isUnused) return null;
  const said = ({ path, unit }: { path: string; unit: string }, value: unknown) =>
    names.value(path, plain(value), unit);
  return (
    <Notice>
      {isOwn && <p>{t("item-centre-own")}</p>}
      {isUnused && <p>{t("item-centre-unused")}</p>}
      {!isOwn && used.length > 0 && <p>{t("item-centre-says")}</p>}
      {!isOwn &&
        used.map((one) => (
          <Change
            key={one.path}
            name={names.field(one.path)}
            before={said(one, one.theirs ?? valueAt(item.document, one.path))}
            after={said(one, one.used)}
          />
        ))}
      {!isOwn && drafts.length > 0 && <p>{t("item-centre-draft")}</p>}
      {!isOwn &&
        drafts.map((one) =>
          one.path === "" ? (
            <p key={one.id}>{t("item-centre-draft-unused")}</p>
          ) : (
            <Change
              key={one.id}
              name={names.field(one.path)}
              before={said(one, one.used)}
              after={said(one, one.value)}
            />
          ),
        )}
      <p>
        <CentreLink item={item}>{t("item-centre-see")}</CentreLink>
      </p>
    </Notice>
  );
}
