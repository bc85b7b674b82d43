/** What the bench and its service worker say to each other. */
export const SIDES = ['ours', 'workbox', 'workbox without sync', 'dexie', 'indexeddb'] as const;
export type SideName = (typeof SIDES)[number];
export interface Ask {
  side: SideName;
  /** `replay` sends all that lies there; `batched` only ours can. */
  act: 'one by one' | 'burst' | 'replay' | 'batched' | 'clear' | 'count';
  /** How many are added, and the number of the first. */
  n: number;
  from: number;
}
export interface Told {
  ms: number;
  count: number;
}

export interface Write {
  id: string;
  name: string;
  note: string;
}
const NOTE = 'The screen behind the left headrest, turned towards the window. '.repeat(4);
const HEX = 16;
/** The same write for each side: some 300 bytes, named. */
export const writeOf = (n: number): Write => ({
  id: `00000000-0000-4000-8000-${n.toString(HEX).padStart(12, '0')}`,
  name: `Taxi ${n}`,
  note: NOTE,
});
