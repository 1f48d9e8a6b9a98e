// Follow the system until the reader chooses a theme; the choice is in a cookie.
const light = window.matchMedia("(prefers-color-scheme: light)");
const follow = () => {
  if (!document.cookie.includes("hvrmet_theme=")) {
    document.documentElement.dataset.theme = light.matches ? "light" : "dark";
  }
};
follow();
light.addEventListener("change", follow);
