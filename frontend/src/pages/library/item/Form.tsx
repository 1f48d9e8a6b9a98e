import { useState } from "react";
import { useApp, useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Change } from "@/design/components/Change";
import type { ProblemInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { useNames } from "../names";
import { TouchMark } from "../parts";
import { problemIn } from "../problems";
import { FieldControl, Mistake } from "./Controls";
import { type DraftItem, useFormDraft } from "./draft";
import {
  type Document,
  type FieldGroup,
  type FieldSpec,
  groupsOf,
  plain,
  problemsAt,
  valueAt,
} from "./fields";
import { followers } from "./followers";
import { IS_LIMIT } from "./history";
import styles from "./item.module.css";
import type { Item } from "./useItem";

interface FormProps {
  item: Item;
  /** The item as it would be with what is proposed. */
  document: Document;
  isEditing: boolean;
}

/** What an item says, in groups; while it is changed, each field with its control. */
export function Form({ item, document, isEditing }: FormProps) {
  const { t } = useTexts();
  return groupsOf(item.kind, document.modality).map((group) => (
    <section key={group.id} className={styles.group} aria-labelledby={`group-${group.id}`}>
      <h2 id={`group-${group.id}`}>{t(`item-group-${group.id}`)}</h2>
      {group.id === "expected" && valueAt(document, "expected.clim.stat") !== undefined && (
        <p className={styles.hint}>{t("item-which-limit")}</p>
      )}
      {isEditing ? (
        <Fields group={group} item={item} document={document} />
      ) : (
        <Said group={group} document={document} />
      )}
    </section>
  ));
}

const OF_CHINESE = /_zh(\.|$)/;
const OF_ENGLISH = /^(rationale|timing|note|name|chain|conditions\.\w+)$/;

/** The fields of a group to be read; what is empty is left out. */
function Said({ group, document }: { group: FieldGroup; document: Document }) {
  const { t } = useTexts();
  const said = useSaid(group.fields, document);
  if (said.length === 0) return <p className={styles.hint}>{t("item-says-nothing")}</p>;
  return <Values said={said} document={document} />;
}

/** What fields say to this reader; what is empty is left out. */
function useSaid(fields: readonly FieldSpec[], document: Document) {
  const { language } = useTexts();
  const { may } = useCentre();
  const other = language === "zh" ? OF_ENGLISH : OF_CHINESE;
  return (
    fields
      // Citations stand beside the form, with their passages; who only reads has one language.
      .filter(({ path }) => path !== "citations" && (may("library.edit") || !other.test(path)))
      .map(({ path }) => ({ path, value: valueAt(document, path) }))
      .filter(({ value }) => value !== undefined && value !== false)
  );
}

function Values({ said, document }: { said: ReturnType<typeof useSaid>; document: Document }) {
  const names = useNames();
  const unit = String(valueAt(document, "expected.unit") ?? "");
  return (
    <dl className={styles.said}>
      {said.map(({ path, value }) => (
        <div key={path}>
          <dt>{names.field(path)}</dt>
          <dd>{names.value(path, plain(value), IS_LIMIT.test(path) ? unit : "")}</dd>
        </div>
      ))}
    </dl>
  );
}

function Fields({ group, item, document }: { group: FieldGroup; item: Item; document: Document }) {
  const { t } = useTexts();
  const [isWhole, showWhole] = useState(false);
  const { fieldAt, isWritable } = useFormDraft();
  const written = group.fields.filter(({ path }) => isWritable(path));
  const isShown = ({ path, isUsual }: FieldSpec) =>
    isUsual || isWhole || valueAt(document, path) !== undefined || fieldAt(path) !== undefined;
  const hidden = written.filter((spec) => !isShown(spec)).length;
  const fixed = useSaid(
    group.fields.filter((spec) => !written.includes(spec)),
    document,
  );
  return (
    <>
      {fixed.length > 0 && <Values said={fixed} document={document} />}
      <div className={styles.fields}>
        {written.filter(isShown).map((spec) => (
          <Field key={spec.path} spec={spec} item={item} document={document} />
        ))}
        {hidden > 0 && (
          <div className={styles.wide}>
            <Button kind="bare" icon="plus" onPress={() => showWhole(true)}>
              {t("item-more-fields", { count: hidden })}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

const NARROW: ReadonlySet<string> = new Set(["text", "number", "choice", "reduction", "flag"]);
const isWide = ({ control: { kind } }: FieldSpec) => !NARROW.has(kind);
const isText = ({ control: { kind } }: FieldSpec) => kind === "text" || kind === "long";

/** One field: its control, and below it what it said before and what is wrong. */
function Field({ spec, item, document }: { spec: FieldSpec; item: Item; document: Document }) {
  const { t, language } = useTexts();
  const names = useNames();
  const draft = useFormDraft();
  const { start } = useApp();
  const { path } = spec;
  const changed = draft.fieldAt(path);
  const problems = ownProblems(draft.problems, item);
  const wrong = problemsAt(problems, path).map((one) => problemIn(one, language));
  const before = valueAt(item.document, path);
  return (
    <div
      className={isWide(spec) ? styles.wide : styles.field}
      data-changed={changed ? true : undefined}
      data-field={path}
    >
      <FieldControl
        control={spec.control}
        label={names.field(path)}
        path={path}
        value={valueAt(document, path)}
        document={document}
        mistake={isText(spec) ? wrong.join(" ") || null : null}
        onChange={(value, unit) => {
          draft.save(path, value, unit);
          for (const [other, said] of followers(path, value, {
            document,
            tools: names.tools,
            person: start.person,
          })) {
            draft.save(other, said);
          }
        }}
      />
      {!isText(spec) && <Mistake>{wrong.join(" ")}</Mistake>}
      {changed && (
        <div className={styles.was}>
          <TouchMark touches={changed.touches} />
          {item.revision > 0 && !isText(spec) && (
            <Change
              before={names.value(path, before ?? null, changed.unit)}
              after={names.value(path, changed.value, changed.unit)}
            />
          )}
          {changed.given && <span>{t("item-given", { given: changed.given })}</span>}
          <Button kind="bare" icon="back" onPress={() => draft.drop(path)}>
            {t("item-undo")}
          </Button>
        </div>
      )}
      {draft.noticeOf(path)}
    </div>
  );
}

export const ownProblems = (
  problems: readonly ProblemInfo[],
  { kind, key }: Pick<DraftItem, "kind" | "key">,
) => problems.filter((one) => one.kind === kind && one.key === key);
