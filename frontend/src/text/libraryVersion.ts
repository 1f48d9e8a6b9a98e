import type { Texts } from ".";

const WITH_OVERLAY = /^(.+)\+centre\.(\d+)$/;

/** The version of the shared release that a version is of. */
export const sharedVersion = (version: string): string =>
  WITH_OVERLAY.exec(version)?.[1] ?? version;

/** The version of a release of the library; one with a centre's overlay in it says so. */
export function libraryVersion(version: string, { t }: Pick<Texts, "t">): string {
  const [, shared, number] = WITH_OVERLAY.exec(version) ?? [];
  return shared && number
    ? t("library-with-overlay", { version: shared, number: Number(number) })
    : version;
}
