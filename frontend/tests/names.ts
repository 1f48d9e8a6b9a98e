import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** Ends with a line for each test that failed, in the form in which the gate collects them. */
export default class Names implements Reporter {
  private readonly failed: string[] = [];

  onTestEnd(test: TestCase, result: TestResult) {
    if (result.status !== "passed" && result.status !== "skipped") {
      this.failed.push(`FAILED browser: ${test.location.file.split("/").at(-1)} ${test.title}`);
    }
  }

  onEnd(_result: FullResult) {
    for (const line of this.failed) process.stdout.write(`${line}\n`);
  }
}
