export interface PassagePart {
  text: string;
  isMarked: boolean;
}

/** A passage in parts; every place where the quoted number stands, as it is printed, is marked. */
export function marked(passage: string, quoted: string): PassagePart[] {
  if (quoted === "") return [{ text: passage, isMarked: false }];
  return passage
    .split(quoted)
    .flatMap((text, at) => [
      ...(at > 0 ? [{ text: quoted, isMarked: true }] : []),
      ...(text ? [{ text, isMarked: false }] : []),
    ]);
}
