import { expect, it } from "vitest";
import { cursorOf } from "@/api/client";
import { diagnosisSearch, reportSearch } from "./search";

it("keeps the filters of an address, and nothing that is none", () => {
  expect(diagnosisSearch({ status: "failed", event: "gale", cursor: "c1", page: 3 })).toEqual({
    status: "failed",
    event: "gale",
    cursor: "c1",
  });
  expect(diagnosisSearch({ status: "broken", event: ["gale"], cursor: 7 })).toEqual({});
  expect(reportSearch({ status: "published", event: "hail" })).toEqual({ status: "published" });
  expect(reportSearch({ versions: "all" })).toEqual({ versions: "all" });
  expect(reportSearch({ versions: "some" })).toEqual({});
});

it("takes the cursor out of the address of another page", () => {
  expect(cursorOf("http://localhost/api/v1/reports/?cursor=abc&status=draft")).toBe("abc");
  expect([cursorOf(null), cursorOf(undefined), cursorOf("/api/v1/reports/")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
