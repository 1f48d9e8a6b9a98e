import type { KeyboardEvent, MouseEvent } from "react";
import { useCentre } from "@/app/context";
import { localTime } from "@/design/components/Time";
import { Icon } from "@/design/icons";
import type { Claim, Piece, WrittenSentence } from "@/generated/schema";
import { useTexts } from "@/text";
import { addressOf } from "./model";
import { useReader } from "./reader";
import styles from "./Sentences.module.css";

type ClaimKind = Claim["kind"];

const VALUES = "[data-claim]";

/** Goes to the next value of the text, or to the one before. */
function step(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const all = [
    ...(event.currentTarget.closest("[data-reading]")?.querySelectorAll<HTMLElement>(VALUES) ?? []),
  ];
  all[all.indexOf(event.currentTarget) + by]?.focus();
}

const isOwnWindow = (event: MouseEvent) =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

/** What was measured stands out in the text; a name that is bound as well reads as a word. */
const MEASURED: ReadonlySet<ClaimKind> = new Set(["number", "count", "time", "day", "place"]);

/** A line breaks in the name of a place, but not in a number with its unit, nor in a time. */
const WHOLE: ReadonlySet<ClaimKind> = new Set(["number", "count", "time", "day"]);

interface ValueProps {
  claim: Claim;
  text: string;
  isFirst: boolean;
}

/**
 * A value in the text. It leads to where it comes from; the pointer on it marks all values of the same
 * source.
 *
 * A report has hundreds of them: Tab comes to the title's and to the one that is chosen, the arrow keys
 * to all others.
 */
function Value({ claim, text, isFirst }: ValueProps) {
  const { t } = useTexts();
  const { reading, choice, lit, choose, point } = useReader();
  const isChosen = choice.claim === claim.id;
  const tabIndex = isChosen || isFirst ? 0 : -1;
  const toggle = (value: HTMLElement) => {
    choose(isChosen ? {} : { claim: claim.id });
    // Where its origin comes up from below, the value stays in sight.
    requestAnimationFrame(() => value.scrollIntoView({ block: "nearest" }));
  };
  const isTime = claim.kind === "time" && typeof claim.value === "string";
  const shared = {
    className: [
      styles.value,
      MEASURED.has(claim.kind) ? styles.measured : "",
      WHOLE.has(claim.kind) ? styles.whole : "",
      isChosen ? styles.chosen : claim.source === lit ? styles.lit : "",
    ].join(" "),
    "data-claim": claim.id,
    "data-source": claim.source,
    title: isTime ? t("local-time", { time: localTime(new Date(String(claim.value))) }) : undefined,
    onPointerEnter: () => point(claim.source),
    onPointerLeave: () => point(null),
    onFocus: () => point(claim.source),
    onBlur: () => point(null),
  };
  if (!MEASURED.has(claim.kind)) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a button does not break over lines, as words do
      <span
        {...shared}
        role="button"
        tabIndex={tabIndex}
        aria-pressed={isChosen}
        onClick={(event) => toggle(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            toggle(event.currentTarget);
          } else step(event);
        }}
      >
        {text}
      </span>
    );
  }
  return (
    <a
      {...shared}
      tabIndex={tabIndex}
      href={`?in=${reading.language}&claim=${claim.id}`}
      aria-current={isChosen || undefined}
      onClick={(event) => {
        if (!isOwnWindow(event)) return;
        event.preventDefault();
        toggle(event.currentTarget);
      }}
      onKeyDown={step}
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
  const { claims } = useReader();
  const first = pieces.findIndex((piece) => piece.claim);
  return pieces.map((piece, at) => {
    const key = `${at} ${piece.claim ?? ""}`;
    const claim = claims.get(piece.claim ?? "");
    if (!claim) return <span key={key}>{piece.text}</span>;
    return <Value key={key} claim={claim} text={piece.text} isFirst={isFirst && at === first} />;
  });
}

/** A paragraph; a person's own words say whose they are. */
export function Paragraph({ sentence }: { sentence: WrittenSentence }) {
  const { part } = useReader();
  const text = (
    <p>
      <Pieces pieces={sentence.pieces} />
      <PartActs address={sentence.address ?? ""} />
    </p>
  );
  const isPart = part !== undefined && part === sentence.address;
  if (!sentence.mark) {
    return (
      <div id={sentence.address} className={isPart ? styles.part : undefined}>
        {text}
      </div>
    );
  }
  return (
    <blockquote id={sentence.address} className={[styles.own, isPart ? styles.part : ""].join(" ")}>
      <p className={styles.mark}>{sentence.mark}</p>
      {text}
    </blockquote>
  );
}

/** What reviewers said of a part, and the way to say something of it. */
export function PartActs({ address }: { address: string }) {
  const { t } = useTexts();
  const { may } = useCentre();
  const { reviews, isDesk, part, openPart } = useReader();
  const count = reviews
    .flatMap((review) => review.comments)
    .filter((comment) => comment.on !== "claim" && addressOf(comment) === address).length;
  const isOffered = isDesk && may("report.review") && address !== "";
  if (count === 0 && !isOffered) return null;
  return (
    <button
      type="button"
      className={styles.comment}
      aria-pressed={part === address}
      onClick={() => openPart(part === address ? undefined : address)}
    >
      <Icon name={count > 0 ? "in_review" : "plus"} size={12} />
      <span>{count > 0 ? t("report-comments-here", { count }) : t("report-comment-here")}</span>
    </button>
  );
}
