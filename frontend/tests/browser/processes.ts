import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const STATE = dirname(process.env.HVRMET_DEMO ?? "../.hvrmet/demo.json");

interface Known {
  pid: number;
  parent: number;
  words: string;
}

function known(): Known[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        const parent = Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]);
        const words = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        return [{ pid: Number(name), parent, words }];
      } catch {
        return []; // it has ended meanwhile
      }
    });
}

/** The process that starts again whatever of the platform dies. */
export const supervisor = (): number =>
  JSON.parse(readFileSync(join(STATE, "services.json"), "utf8")).pid;

/** The first process of the database. */
export const database = (): number =>
  Number(readFileSync(join(STATE, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);

/** Processes of the platform whose command line has some words, with all below them. */
export function processes(words: string): number[] {
  const all = known();
  const below = (pids: number[]): number[] => {
    const next = all.filter((one) => pids.includes(one.parent)).map((one) => one.pid);
    return next.length ? [...pids, ...below(next)] : pids;
  };
  const family = below([supervisor()]);
  const named = all.filter((one) => family.includes(one.pid) && one.words.includes(words));
  return [...new Set(below(named.map((one) => one.pid)))];
}

export function send(signal: NodeJS.Signals, ...pids: number[]) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // it has ended meanwhile
    }
  }
}
