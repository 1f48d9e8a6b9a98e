// Writes the types of everything that the platform sends: the operations and documents of
// docs/openapi.json, the contract schemas that it does not name, and the identifiers of all texts. They are never committed.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
import { catalogues, typeOfIdentifiers } from "./texts.ts";

const ROOT = new URL("../../", import.meta.url);
const CONTRACTS = new URL("diagnostics/contracts/schemas/", ROOT);
const MESSAGES = new URL("../messages", import.meta.url).pathname;
const GENERATED = new URL("../src/generated/", import.meta.url);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Schemas = { [name: string]: Json };

const read = async (path: URL) => JSON.parse(await readFile(path, "utf8"));

/** Positions and pairs become lists: the API's client does so, and a type has one form. */
export function withLists(node: Json): Json {
  if (Array.isArray(node)) return node.map(withLists);
  if (typeof node !== "object" || node === null) return node;
  const { prefixItems, ...rest } = node;
  if (Array.isArray(prefixItems)) {
    const kinds = new Map(prefixItems.map((item) => [JSON.stringify(item), withLists(item)]));
    const items = [...kinds.values()];
    const { minItems: _least, maxItems: _most, ...other } = rest;
    return { ...other, items: items.length === 1 ? (items[0] ?? null) : { anyOf: items } };
  }
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withLists(value)]));
}

/** The definitions of a contract's schema, itself among them, as components of the API's document. */
export function componentsOf(schema: Schemas): Schemas {
  const { $defs = {}, ...own } = JSON.parse(
    JSON.stringify(schema).replaceAll("#/$defs/", "#/components/schemas/"),
  );
  return { ...$defs, ...(typeof own.title === "string" ? { [own.title]: own } : {}) };
}

export async function documentOfAll(): Promise<{ [key: string]: Json }> {
  const document = await read(new URL("docs/openapi.json", ROOT));
  const schemas: Schemas = {};
  for (const name of await readdir(CONTRACTS)) {
    if (name.endsWith(".json"))
      Object.assign(schemas, componentsOf(await read(new URL(name, CONTRACTS))));
  }
  // Where both name one, the API's is the one that is sent.
  document.components.schemas = { ...schemas, ...document.components.schemas };
  return withLists(document) as { [key: string]: Json };
}

if (import.meta.main) {
  const types = await openapiTS((await documentOfAll()) as never, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  await mkdir(GENERATED, { recursive: true });
  await writeFile(new URL("schema.d.ts", GENERATED), astToString(types));
  await writeFile(
    new URL("messages.d.ts", GENERATED),
    typeOfIdentifiers(catalogues(MESSAGES, "en")),
  );
}
