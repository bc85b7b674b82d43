/** Walks a model whole, fewest faults first, so that what it finds is told in the shortest way. */
import type { Model, Replayer, State } from './model.ts';

export interface Walked {
  states: number;
  transitions: number;
  /** The first broken promise, and the steps that lead there; null: none, anywhere. */
  found: { what: string; trace: string[] } | null;
}
interface Seen {
  state: State;
  from: Seen | null;
  label: string;
}

const CODES: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'none',
    'waiting',
    'parked',
    'done',
    'failed',
    'pruned',
    'sent',
    'named',
    'refused',
    'busy',
    'portal',
    'silence',
  ].map((word, i) => [word, i]),
);
const BASE = 12;
const columnOf = ({ isOn, left, ended, transit, settling }: Replayer, n: number) =>
  isOn
    ? (((CODES[left[n]!]! * 2 + Number(ended[n])) * BASE + CODES[transit[n]!]!) * BASE +
        CODES[settling[n]!]!) *
        2 +
      1
    : 0;
/** The two replayers are alike, and so are entries of no group: which of them is which makes no other state. */
function keyOf({ offered, disk, done, strays, replayers: [a, b] }: State, grouped: number): string {
  let [one, other] = ['', ''];
  const free: [string, string][] = [];
  for (let n = 0; n < disk.length; n++) {
    const here = String.fromCharCode((CODES[disk[n]!]! * 2 + Number(done[n])) * BASE + strays[n]!);
    const [x, y] = [String.fromCharCode(columnOf(a, n)), String.fromCharCode(columnOf(b, n))];
    if (n >= grouped) {
      free.push([here + x + y, here + y + x]);
      continue;
    }
    one += here + x + y;
    other += here + y + x;
  }
  one += free
    .map(([column]) => column)
    .sort()
    .join('');
  other += free
    .map(([, column]) => column)
    .sort()
    .join('');
  return offered + (one < other ? one : other);
}

function traceOf(end: Seen, last: string[]): string[] {
  const trace = [...last];
  for (let at: Seen | null = end; at?.from; at = at.from) trace.unshift(at.label);
  return trace;
}

export function walk({ first, steps, unfinished, grouped }: Model, faults: number): Walked {
  const seen = new Set<string>([keyOf(first, grouped)]);
  let now: Seen[] = [{ state: first, from: null, label: '' }];
  let transitions = 0;
  for (let used = 0; used <= faults; used++) {
    const later: Seen[] = [];
    for (let at = 0; at < now.length; at++) {
      const here = now[at]!;
      let goesOn = false;
      for (const { label, isFault, to, broken } of steps(here.state, used < faults)) {
        transitions += 1;
        goesOn ||= !isFault;
        if (broken !== null)
          return { states: seen.size, transitions, found: { what: broken, trace: traceOf(here, [label]) } };
        const next = { state: to, from: here, label };
        if (isFault) later.push(next);
        else {
          const key = keyOf(to, grouped);
          if (seen.has(key)) continue;
          seen.add(key);
          now.push(next);
        }
      }
      const left = goesOn ? null : unfinished(here.state);
      if (left !== null)
        return { states: seen.size, transitions, found: { what: left, trace: traceOf(here, []) } };
    }
    now = later.filter(({ state }) => {
      const key = keyOf(state, grouped);
      return !seen.has(key) && seen.add(key);
    });
  }
  return { states: seen.size, transitions, found: null };
}
