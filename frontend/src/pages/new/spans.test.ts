import { expect, it } from "vitest";
import { piecesOf, without } from "./spans";

const spanOf = (text: string, words: string) => {
  const start = Array.from(text.slice(0, text.indexOf(words))).length;
  return { start, end: start + Array.from(words).length, words };
};

it("words are marked by what they say, and unread ones besides", () => {
  const text = "heavy rain in Jiangsu fnord";
  const pieces = piecesOf(
    text,
    [
      { slot: "event", spans: [spanOf(text, "heavy rain")] },
      { slot: "where", spans: [spanOf(text, "Jiangsu")] },
    ],
    [{ span: spanOf(text, "fnord") }, { span: null }],
  );
  expect(pieces).toEqual([
    { text: "heavy rain", slot: "event", isUnread: false },
    { text: " in ", slot: null, isUnread: false },
    { text: "Jiangsu", slot: "where", isUnread: false },
    { text: " ", slot: null, isUnread: false },
    { text: "fnord", slot: null, isUnread: true },
  ]);
});

it("spans count code points: a sign of two halves before them shifts nothing", () => {
  const text = "🌧🌧 江苏𠮷暴雨";
  const pieces = piecesOf(text, [{ slot: "event", spans: [spanOf(text, "暴雨")] }], []);
  expect(pieces.at(-1)).toEqual({ text: "暴雨", slot: "event", isUnread: false });
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
});

it.each([
  ["heavy rain in Jiangsu, 4 July", "Jiangsu", "heavy rain in, 4 July"],
  ["Jiangsu, heavy rain", "Jiangsu", "heavy rain"],
  ["heavy rain, Jiangsu", "Jiangsu", "heavy rain"],
  ["rain, Jiangsu, 4 July", "Jiangsu", "rain, 4 July"],
  ["🌧 江苏暴雨", "江苏", "🌧 暴雨"],
])("%s without %s is %s", (text, words, left) => {
  expect(without(text, [spanOf(text, words)])).toBe(left);
});
