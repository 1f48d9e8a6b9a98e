import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { NOTHING } from "@/live/run";
import { afterClose, type Link } from "@/live/socket";
import { showIn } from "@/texts";
import { LinkLine } from "./index";

/** What each code that a socket closes with asks a reader to do: `docs/use/sockets.md`. */
const ASKS: [number, RegExp, RegExp][] = [
  [1006, /comes back by itself/, /会自动恢复/],
  [1011, /comes back by itself/, /会自动恢复/],
  [1012, /server has been restarting.*comes back by itself/, /服务器正在重启.*会自动恢复/],
  [1013, /database.*comes back by itself/, /数据库.*会自动恢复/],
  [4400, /load the page again/, /请重新载入页面/],
  [4401, /sign in again/, /重新登录/],
  [4403, /sign in.*role that may read diagnoses/, /可读取诊断的角色登录/],
  [4404, /choose it from the list/, /请从诊断列表中选择/],
  [4408, /goes on by itself/, /会自动从中断处继续/],
  [4429, /close pages that you do not need/, /请关闭不需要的页面/],
];

function said(link: Link): string {
  const followed = { run: NOTHING, link, away: null, error: null, ready: true, retry: () => {} };
  render(<LinkLine followed={followed} />);
  return screen.getByRole(link.state === "refused" ? "alert" : "status").textContent;
}

describe.each(["en", "zh"] as const)("a closed connection, in %s", (language) => {
  it.each(ASKS)("with %i says what to do", async (code, english, chinese) => {
    await showIn(language);
    const refused = afterClose(code) === "refused";
    const reason = "in the language of the handshake";
    const link: Link = refused
      ? { state: "refused", code, reason }
      : { state: "away", since: Date.now() - 5000, code, reason };
    const text = said(link);
    expect(text).toMatch(language === "en" ? english : chinese);
    expect(text).not.toContain(reason);
  });

  it.each([4401, 4403])("with %i says so too when nobody signed in again", async (code) => {
    await showIn(language);
    expect(said({ state: "refused", code, reason: "" })).toMatch(/sign in|登录/);
  });
});
