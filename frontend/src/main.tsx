import "../../platform/hvrmet/core/static/core/tokens.css";
import "./design/base.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/queries";
import { beginWith, noteLosses } from "./api/server";
import { Session } from "./api/session";
import { AppProvider } from "./app/context";
import { createPages } from "./app/router";
import { readStart } from "./start";
import { loadCatalogue, TextProvider } from "./text";

const start = readStart();
beginWith(start);
noteLosses();
const root = document.getElementById("root");
if (!root) throw new Error("the page has no place for the application");

const session = new Session(start.person, start.csrf);
const pages = createPages();
const queries = createQueryClient();

loadCatalogue(start.language).then((catalogue) =>
  createRoot(root).render(
    <StrictMode>
      <TextProvider first={catalogue}>
        <AppProvider start={start} session={session}>
          <QueryClientProvider client={queries}>
            <RouterProvider router={pages} />
          </QueryClientProvider>
        </AppProvider>
      </TextProvider>
    </StrictMode>,
  ),
);
