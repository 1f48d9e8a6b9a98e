/** The name of whom a record names by kind and name, as `person:li`. */
export const actorName = (label: string): string => label.replace(/^(person|service):/, "");
