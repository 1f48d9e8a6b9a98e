import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { TextArea } from "@/design/components/TextArea";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { addressOf, allSentences, langOf, textOf } from "../model";
import { useReader, useStanding } from "../reader";
import { CorrectPart } from "./CorrectPart";
import styles from "./desk.module.css";
import { hindrancesOf } from "./Why";
import { commentOn, useWord, withComment } from "./word";

/** A part of the text: what was said of it, a comment on it, and other wording for it. */
export function PartDesk({ address }: { address: string }) {
  const { t } = useTexts();
  const { may } = useCentre();
  const { reading, reviews, openPart } = useReader();
  const standing = useStanding();
  const [word, setWord] = useWord();
  const sentence = allSentences(reading).find((one) => one.address === address);
  if (!sentence) return null;
  const said = reviews.flatMap((review) =>
    review.comments
      .filter((comment) => comment.on !== "claim" && addressOf(comment) === address)
      .map((comment) => ({ who: review.reviewer, text: comment.text })),
  );
  const own = word.comments.find((comment) => addressOf(comment) === address)?.text ?? "";
  const mayComment = standing && hindrancesOf(standing.acts, "comment").length === 0;
  return (
    <section className={styles.part} aria-label={t("desk-part")}>
      <div className={styles.quoted}>
        <blockquote lang={langOf(reading.language)}>{textOf(sentence)}</blockquote>
        <Button
          kind="bare"
          icon="close"
          aria-label={t("close")}
          onPress={() => openPart(undefined)}
        />
      </div>
      {said.map(({ who, text }) => (
        <p key={`${who} ${text}`}>
          <strong>{actorName(who)}</strong> {text}
        </p>
      ))}
      {mayComment && (
        <TextArea
          label={t("desk-comment")}
          hint={own ? t("desk-comment-kept") : undefined}
          value={own}
          maxLength={4000}
          onChange={(text) =>
            setWord({ ...word, comments: withComment(word.comments, commentOn(address, text)) })
          }
        />
      )}
      {may("report.review") && <CorrectPart address={address} />}
    </section>
  );
}
