/** `person:fan` is known to readers as `fan`. */
export const nameOf = (label: string) => label.replace(/^person:/, "");
