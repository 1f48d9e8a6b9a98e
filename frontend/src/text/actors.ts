import { isolated } from "./isolated";

/** The name of whom a record names by kind and name, as `person:li`. */
export const actorName = (label: string): string =>
  isolated(label.replace(/^(person|service):/, ""));
