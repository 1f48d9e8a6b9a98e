import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { PATIENCE_MS } from "./patience";

configure({ asyncUtilTimeout: PATIENCE_MS });

// What a page loads after its first view is still on its way when a fast test ends: without a wait, on a
// busy machine, it arrives where no page is any more.
afterEach(async () => {
  cleanup();
  await vi.dynamicImportSettled();
});
