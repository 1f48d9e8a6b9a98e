"use strict";
// The dashboard's choice of theme, before anything is drawn: both keep it in the same place.
{
  const stored = localStorage.getItem("hvrmet.theme");
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  const known = stored === "dark" || stored === "light";
  document.documentElement.dataset.theme = known ? stored : light ? "light" : "dark";
}
