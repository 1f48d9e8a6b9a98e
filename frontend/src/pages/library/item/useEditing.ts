import { useState } from "react";

interface Given {
  /** Whether the form is shown from the start. */
  isBegun: boolean;
  /** Whether the reader's draft changes the item. */
  isChanged: boolean;
  /** Whether the draft can be written in. */
  isOpen: boolean;
}

/** Whether the form is shown. What a draft changes opens it; a change that is undone does not close it. */
export function useEditing({ isBegun, isChanged, isOpen }: Given) {
  const [wanted, setWanted] = useState<boolean | null>(isBegun ? true : null);
  if (isOpen && isChanged && wanted === null) setWanted(true);
  // What is handed in is not edited on when it comes to its end.
  if (!isOpen && wanted !== null) setWanted(null);
  return [isOpen && wanted === true, setWanted] as const;
}
