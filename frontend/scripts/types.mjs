// Writes the types of the API. Positions and pairs become lists: the client's own types make lists of
// them on the way, and a type that is written in two ways would fit nowhere.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const DOCUMENT = new URL("../../docs/openapi.json", import.meta.url);
const TYPES = new URL("../src/api/schema.d.ts", import.meta.url);

function withLists(node) {
  if (Array.isArray(node)) return node.map(withLists);
  if (typeof node !== "object" || node === null) return node;
  const { prefixItems, ...rest } = node;
  if (Array.isArray(prefixItems)) {
    const kinds = new Map(prefixItems.map((item) => [JSON.stringify(item), withLists(item)]));
    const items = [...kinds.values()];
    const { minItems: _least, maxItems: _most, ...other } = rest;
    return { ...other, items: items.length === 1 ? items[0] : { anyOf: items } };
  }
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withLists(value)]));
}

const document = withLists(JSON.parse(await readFile(DOCUMENT, "utf8")));
const types = await openapiTS(document, { rootTypes: true, rootTypesNoSchemaPrefix: true });
await writeFile(TYPES, astToString(types));
