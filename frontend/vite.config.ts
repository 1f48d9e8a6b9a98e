import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { scienceTexts } from "./scripts/science-texts.ts";

const PLATFORM = process.env.HVRMET_PLATFORM ?? "http://127.0.0.1:8000";
/** The platform takes changes from its own pages only: what is passed on says that it comes from there. */
const passed = { target: PLATFORM, changeOrigin: true, headers: { Origin: PLATFORM } };

// The web process serves the built files below /static/dashboard/ and the pages at every address that
// is not its own; `npm run dev` passes on what belongs to the platform.
export default defineConfig(({ command }) => ({
  base: command === "build" ? "/static/dashboard/" : "/",
  plugins: [react(), scienceTexts(new URL("../diagnostics/messages", import.meta.url).pathname)],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  worker: { format: "es" },
  build: {
    outDir: "../platform/hvrmet/dashboard/static/dashboard",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    manifest: "manifest.json",
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": passed,
      "/accounts": passed,
      "/ws": { ...passed, ws: true },
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    restoreMocks: true,
  },
}));
