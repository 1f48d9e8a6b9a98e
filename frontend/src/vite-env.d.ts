/// <reference types="vite/client" />

declare module "virtual:science-texts" {
  /** Loads the texts of the science in one language: Fluent source, the sections the pages need. */
  export const load: Record<"en" | "zh", () => Promise<{ default: string }>>;
}
declare module "virtual:science-texts/*" {
  const source: string;
  export default source;
}
declare module "*.ftl?raw" {
  const source: string;
  export default source;
}
