/** The correction that is being written, and what the check answered to those that were sent. */
export function Corrections() {
  return <div data-corrections />;
}
