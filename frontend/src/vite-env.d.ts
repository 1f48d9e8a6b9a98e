/// <reference types="vite/client" />

declare module "virtual:science-texts/*" {
  const source: string;
  export default source;
}
