import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ALLOWED_TO } from "./access";

/** The table of rights as Python has it: verbs of each role, by the names of its sets. */
function rolesOf(verb: string): string[] {
  const source = readFileSync(join(process.cwd(), "../platform/hvrmet/accounts/roles.py"), "utf8");
  const name = new RegExp(`(\\w+) = "${verb.replace(".", "\\.")}"`).exec(source)?.[1];
  if (!name) return [];
  const table = source.slice(source.indexOf("ROLE_VERBS:"), source.indexOf("FULL_RIGHTS"));
  const set = (label: string): string => {
    const body =
      new RegExp(`^${label} = ([\\s\\S]*?)\\n(?=[A-Z_]+ ?[=:]|\\n)`, "m").exec(source)?.[1] ?? "";
    return body.replace(/(?<![A-Z])_[A-Z]+/g, (other) =>
      other === label ? "" : `${other} ${set(other)}`,
    );
  };
  return [...table.matchAll(/TenantRole\.(\w+): (.*),/g)]
    .filter(([, , verbs = ""]) => {
      const whole = verbs.replace(/(?<![A-Z])_[A-Z]+/g, (label) => set(label));
      return new RegExp(`Verb\\.${name}\\b`).test(whole);
    })
    .map(([, role = ""]) => role.toLowerCase());
}

it.each(Object.entries(ALLOWED_TO))(
  "says of %s which roles may, as the platform does",
  (verb, roles) => {
    const may = rolesOf(verb).filter((role) => role !== "service");
    const everyone = may.length === 7;
    expect(everyone ? ["viewer"] : may.sort()).toEqual([...roles].sort());
  },
);
