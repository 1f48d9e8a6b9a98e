import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { changed, patched } from "./freshness";
import { diagnoses } from "./lists";
import { diagnosis } from "./queries";
import type { Diagnosis, DiagnosisPage, DiagnosisWithCost } from "./schema";

const job = (id: string, last_seq: number, status: Diagnosis["status"] = "running") =>
  ({
    id,
    last_seq,
    status,
    state: { turn: last_seq },
    source: "a",
  }) as unknown as DiagnosisWithCost;
const page = (...results: Diagnosis[]) =>
  ({ next: null, previous: null, results }) as unknown as DiagnosisPage;

describe("a change", () => {
  it("is applied where it is later, and changes nothing else", () => {
    const known = page(job("a", 3), job("b", 5));
    const next = patched(known, [job("a", 4, "finished"), job("b", 5, "failed")]);
    expect(next.results.map((one) => one.status)).toEqual(["finished", "running"]);
    expect(next.results[1]).toBe(known.results[1]);
    expect(patched(known, [job("a", 2, "failed"), job("c", 9)])).toBe(known);
  });

  it("is no change of another job", () => {
    const known = job("a", 1);
    expect(changed(known, job("b", 2))).toBe(known);
  });
});

describe("a reply that was on its way while a change came", () => {
  it("does not take back the change in a list", async () => {
    const client = new QueryClient();
    const options = diagnoses({ page_size: 50 });
    client.setQueryData(options.queryKey, page(job("a", 3)));
    let answer = (_reply: DiagnosisPage) => {};
    const reply = client.fetchQuery({
      ...options,
      queryFn: () => new Promise<DiagnosisPage>((resolve) => (answer = resolve)),
      staleTime: 0,
    });
    client.setQueryData(
      options.queryKey,
      (known) => known && patched(known as DiagnosisPage, [job("a", 4, "failed")]),
    );
    answer(page(job("a", 3), job("new", 1)));
    await reply;
    const { results } = client.getQueryData(options.queryKey) as DiagnosisPage;
    expect(results.map((one) => [one.id, one.status])).toEqual([
      ["a", "failed"],
      ["new", "running"],
    ]);
  });

  it("does not take back the change of one diagnosis, and what is later counts", async () => {
    const client = new QueryClient();
    const options = diagnosis("a");
    const read = async (reply: DiagnosisWithCost) =>
      (await client.fetchQuery({ ...options, queryFn: async () => reply, staleTime: 0 })).status;
    client.setQueryData(options.queryKey, job("a", 4, "failed"));
    await read(job("a", 3));
    expect(client.getQueryData<Diagnosis>(options.queryKey)?.status).toBe("failed");
    await read(job("a", 5, "finished"));
    expect(client.getQueryData<Diagnosis>(options.queryKey)?.status).toBe("finished");
  });
});
