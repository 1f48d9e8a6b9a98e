/** Other wording for a sentence or a caption: added to the correction that is being written. */
export function CorrectPart({ address }: { address: string }) {
  return <div data-correct={address} />;
}
