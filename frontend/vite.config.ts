import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { scienceTexts } from "./scripts/science.ts";

// The web process serves what is built here below /static/dashboard/. Its page (a template of Django)
// finds the names of the files in the manifest; nothing here is an index page.
export default defineConfig({
  base: "/static/dashboard/",
  plugins: [react(), scienceTexts(new URL("../diagnostics/messages", import.meta.url).pathname)],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  build: {
    outDir: "../platform/hvrmet/dashboard/static/dashboard",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    manifest: "manifest.json",
    modulePreload: { polyfill: false },
    rolldownOptions: { input: "src/main.tsx" },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
    setupFiles: ["src/testing/setup.ts"],
    restoreMocks: true,
    // A guard against a hang, however busy the machine is.
    testTimeout: 300_000,
  },
});
