import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { artifacts } from "@/api/queries";
import type { Claim, Comment } from "@/api/schema";
import { Button, Field, Icon, Menu } from "@/design";
import { useTexts } from "@/texts";
import type { Draft } from "./draft";
import { evidenceOf, type Piece, type WrittenSection } from "./written";

interface Props {
  jobId: string;
  content: { title: Piece[]; sections: WrittenSection[] };
  claims: Map<string, Claim>;
  /** Id of the evidence that is looked at. */
  chosen: string | null;
  onChoose: (evidence: string | null) => void;
  onPoint: (evidence: string | null) => void;
  draft: Draft;
}

/** The text, as it was written; each value knows its evidence. */
export function Reading(props: Props) {
  const { content } = props;
  return (
    <article className="reading">
      <h1>
        <Pieces pieces={content.title} {...props} />
      </h1>
      {content.sections.map((section) => (
        <section key={section.id} id={`section-${section.id}`}>
          <h2>{section.title}</h2>
          {section.sentences.map((sentence) => (
            <SentenceView key={sentence.address} sentence={sentence} {...props} />
          ))}
          {section.table.length > 0 && <TableView section={section} {...props} />}
          {section.figures.length > 0 && (
            <div className="figures">
              {section.figures.map((figure) => (
                <FigureView key={figure.artifact} figure={figure} {...props} />
              ))}
            </div>
          )}
        </section>
      ))}
    </article>
  );
}

function Pieces({ pieces, claims, chosen, onChoose, onPoint }: Props & { pieces: Piece[] }) {
  return pieces.map((piece, index) => {
    const key = `${index}${piece.claim ?? ""}`;
    if (!piece.claim) return <span key={key}>{piece.text}</span>;
    const source = evidenceOf(claims.get(piece.claim));
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: keys take the references
      <span
        key={key}
        className={`claim ${source ? "bound" : ""} ${source && source === chosen ? "lit" : ""}`}
        onPointerEnter={() => source && onPoint(source)}
        onPointerLeave={() => onPoint(null)}
        onClick={() => source && onChoose(source)}
      >
        {piece.text}
      </span>
    );
  });
}

const evidenceIn = (pieces: Piece[], claims: Map<string, Claim>) => [
  ...new Set(pieces.flatMap((piece) => evidenceOf(claims.get(piece.claim ?? "")) ?? [])),
];

function SentenceView(props: Props & { sentence: WrittenSection["sentences"][number] }) {
  const { sentence, claims, chosen, onChoose, draft } = props;
  const { t, who } = useTexts();
  const [writing, setWriting] = useState<"comment" | "replace" | "insert_after" | null>(null);
  const own = draft.comments.find((one) => one.on === "sentence" && one.id === sentence.address);
  const edit = draft.edits.find((one) => one.at === sentence.address);
  const sources = evidenceIn(sentence.pieces, claims);
  return (
    <div className={`sentence ${edit ? `edited ${edit.op}` : ""}`}>
      <p className={sentence.own ? "own-words" : ""}>
        <Pieces pieces={sentence.pieces} {...props} />{" "}
        {sources.map((source) => (
          <button
            key={source}
            type="button"
            className={`reference ${source === chosen ? "lit" : ""}`}
            aria-label={t("ui-evidence-number", { id: source })}
            onClick={() => onChoose(source)}
          >
            {source}
          </button>
        ))}
        {sentence.own && (
          <span className="tiny quiet">
            {" "}
            {t("ui-own-words", { author: who(sentence.own.author) })}
          </span>
        )}
      </p>
      <span className="sentence-tools">
        <Menu
          label={t("ui-sentence-acts")}
          className="small bare"
          button={
            <>
              <Icon name="comment" />
              <span className="visually-hidden">{t("ui-sentence-acts")}</span>
            </>
          }
          groups={[
            {
              choices: [
                { id: "comment", text: t("ui-comment"), run: () => setWriting("comment") },
                { id: "replace", text: t("ui-edit-replace"), run: () => setWriting("replace") },
                {
                  id: "insert_after",
                  text: t("ui-edit-insert"),
                  run: () => setWriting("insert_after"),
                },
                {
                  id: "remove",
                  text: t("ui-edit-remove"),
                  run: () =>
                    draft.edit(sentence.address, {
                      at: sentence.address,
                      op: "remove",
                      text: "",
                      statement: null,
                    }),
                },
              ],
            },
          ]}
        />
      </span>
      {own && writing !== "comment" && <CommentView comment={own} draft={draft} />}
      {edit && writing === null && (
        <p className="small edit-note">
          {t(`ui-edit-${edit.op}-done`)} {edit.text}
          <Button kind="bare" small onClick={() => draft.edit(sentence.address, null)}>
            {t("ui-take-back")}
          </Button>
        </p>
      )}
      {writing && (
        <Writing
          label={t(writing === "comment" ? "ui-comment" : "ui-edit-words")}
          hint={writing === "comment" ? undefined : t("ui-edit-words-hint")}
          before={writing === "comment" ? own?.text : edit?.text}
          onDone={(text) => {
            if (text !== null && writing === "comment")
              draft.comment("sentence", sentence.address, text);
            else if (text) {
              draft.edit(sentence.address, {
                at: sentence.address,
                op: writing as never,
                text,
                statement: null,
              });
            }
            setWriting(null);
          }}
        />
      )}
    </div>
  );
}

function CommentView({ comment, draft }: { comment: Comment; draft: Draft }) {
  const { t } = useTexts();
  return (
    <p className="small comment-note">
      <Icon name="comment" width={12} height={12} /> {comment.text}
      <Button kind="bare" small onClick={() => draft.comment(comment.on, comment.id, "")}>
        {t("ui-take-back")}
      </Button>
    </p>
  );
}

function Writing({
  label,
  hint,
  before,
  onDone,
}: {
  label: string;
  hint?: string;
  before?: string;
  onDone: (text: string | null) => void;
}) {
  const { t } = useTexts();
  const [text, setText] = useState(before ?? "");
  return (
    <form
      className="stack close writing"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(text.trim());
      }}
    >
      <Field label={label} hint={hint}>
        {(props) => (
          <textarea
            {...props}
            className="input"
            // biome-ignore lint/a11y/noAutofocus: opened to be typed into
            autoFocus
            maxLength={2000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="row">
        <Button small kind="main" type="submit">
          {t("ui-keep")}
        </Button>
        <Button small kind="bare" onClick={() => onDone(null)}>
          {t("ui-leave")}
        </Button>
      </div>
    </form>
  );
}

function TableView(props: Props & { section: WrittenSection }) {
  const [head, ...rows] = props.section.table;
  return (
    <div className="scroll">
      <table className="table">
        <thead>
          <tr>
            {head?.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells of a version never move
              <th key={index} scope="col">
                <Pieces pieces={cell.pieces} {...props} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a version never move
            <tr key={line}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells of a version never move
                <td key={index}>
                  <Pieces pieces={cell.pieces} {...props} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FigureView(props: Props & { figure: WrittenSection["figures"][number] }) {
  const { figure, jobId, chosen, onChoose, draft } = props;
  const { t } = useTexts();
  const [writing, setWriting] = useState(false);
  const files = useQuery(artifacts(jobId)).data;
  const address = files?.find((file) => file.name === figure.artifact)?.url;
  const own = draft.comments.find((one) => one.on === "figure" && one.id === figure.artifact);
  const caption = figure.caption.map((piece) => piece.text).join("");
  return (
    <figure className={figure.evidenceId === chosen ? "lit" : ""}>
      <Link
        to={`/diagnoses/${jobId}/evidence/${figure.evidenceId}`}
        aria-label={t("ui-open-evidence", { name: caption })}
        onClick={() => draft.open(figure.evidenceId)}
      >
        {address ? (
          <img src={address} alt={caption} loading="lazy" />
        ) : (
          <span className="bone figure-bone" />
        )}
      </Link>
      <figcaption>
        {!draft.opened.includes(figure.evidenceId) && (
          <span className="unopened">{t("ui-not-opened")}</span>
        )}
        <Pieces pieces={figure.caption} {...props} />{" "}
        <button type="button" className="reference" onClick={() => onChoose(figure.evidenceId)}>
          {figure.evidenceId}
        </button>
        <Button
          kind="bare"
          small
          icon="comment"
          aria-label={t("ui-comment-chart")}
          onClick={() => setWriting(true)}
        />
      </figcaption>
      {own && !writing && <CommentView comment={own} draft={draft} />}
      {writing && (
        <Writing
          label={t("ui-comment")}
          before={own?.text}
          onDone={(text) => {
            if (text !== null) draft.comment("figure", figure.artifact, text);
            setWriting(false);
          }}
        />
      )}
    </figure>
  );
}
