// Follow the system as long as no cookie names a theme: the tokens are dark by themselves.
const light = window.matchMedia("(prefers-color-scheme: light)");
const follow = () => {
  document.documentElement.dataset.theme = light.matches ? "light" : "dark";
};
follow();
light.addEventListener("change", follow);
