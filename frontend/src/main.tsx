import "@fontsource/ibm-plex-sans/latin-400.css";
import "@fontsource/ibm-plex-sans/latin-500.css";
import "@fontsource/ibm-plex-sans/latin-600.css";
import "@fontsource/ibm-plex-mono/latin-400.css";
import "./design/tokens.css";
import "./design/base.css";
import "./design/components.css";
import "./app/app.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, start } from "./app/App";
import { applyEventColours } from "./design/events";
import { applyTheme } from "./design/theme";

applyEventColours();
applyTheme();
const root = document.getElementById("root");
if (!root) throw new Error("the page has no place for the dashboard");
start().then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
