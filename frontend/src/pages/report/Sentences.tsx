import type { KeyboardEvent, MouseEvent } from "react";
import { Icon } from "@/design/icons";
import type { Piece, WrittenSentence } from "@/generated/schema";
import { useTexts } from "@/text";
import { useReader } from "./reader";
import styles from "./Sentences.module.css";

const CLAIMS = "a[data-claim]";

/** Goes to the next value of the text, or to the one before. */
function step(event: KeyboardEvent<HTMLAnchorElement>) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const all = [
    ...(event.currentTarget.closest("[data-reading]")?.querySelectorAll<HTMLElement>(CLAIMS) ?? []),
  ];
  all[all.indexOf(event.currentTarget) + by]?.focus();
}

const isOwnWindow = (event: MouseEvent) =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

/**
 * A value in the text. It leads to where it comes from; the pointer on it marks all values of the
 * same source.
 *
 * A report has hundreds of them: Tab comes to the title's and to the one that is chosen, the arrow keys
 * to all others.
 */
function ClaimLink({ id, text, isFirst }: { id: string; text: string; isFirst: boolean }) {
  const { reading, claims, choice, lit, choose, point } = useReader();
  const source = claims.get(id)?.source ?? null;
  const isChosen = choice.claim === id;
  const mark = isChosen ? styles.chosen : source !== null && source === lit ? styles.lit : "";
  return (
    <a
      href={`?in=${reading.language}&claim=${id}`}
      className={[styles.claim, mark].join(" ")}
      data-claim={id}
      data-source={source}
      aria-current={isChosen || undefined}
      tabIndex={isChosen || isFirst ? 0 : -1}
      onClick={(event) => {
        if (!isOwnWindow(event)) return;
        event.preventDefault();
        choose(isChosen ? {} : { claim: id });
      }}
      onKeyDown={step}
      onPointerEnter={() => point(source)}
      onPointerLeave={() => point(null)}
      onFocus={() => point(source)}
      onBlur={() => point(null)}
    >
      {text}
    </a>
  );
}

/** The words of a sentence, and its values. */
export function Pieces({
  pieces,
  isFirst = false,
}: {
  pieces: readonly Piece[];
  isFirst?: boolean;
}) {
  const first = pieces.findIndex((piece) => piece.claim);
  return pieces.map((piece, at) => {
    const key = `${at} ${piece.claim ?? ""}`;
    if (!piece.claim) return <span key={key}>{piece.text}</span>;
    return (
      <ClaimLink key={key} id={piece.claim} text={piece.text} isFirst={isFirst && at === first} />
    );
  });
}

/** A paragraph; a person's own words say whose they are. */
export function Paragraph({ sentence }: { sentence: WrittenSentence }) {
  const text = (
    <p>
      <Pieces pieces={sentence.pieces} />
      <CommentMark address={sentence.address ?? ""} />
    </p>
  );
  if (!sentence.mark) return <div id={sentence.address}>{text}</div>;
  return (
    <blockquote id={sentence.address} className={styles.own}>
      <p className={styles.mark}>{sentence.mark}</p>
      {text}
    </blockquote>
  );
}

/** Says that reviewers commented on a part, and leads there. */
export function CommentMark({ address }: { address: string }) {
  const { t } = useTexts();
  const { reviews, openReviews } = useReader();
  const count = reviews
    .flatMap((review) => review.comments)
    .filter((comment) => comment.on !== "claim" && comment.id === address).length;
  if (count === 0) return null;
  return (
    <button type="button" className={styles.comment} onClick={openReviews}>
      <Icon name="in_review" size={12} />
      <span>{t("report-comments-here", { count })}</span>
    </button>
  );
}
