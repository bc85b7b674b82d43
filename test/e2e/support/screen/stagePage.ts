/** Runs the real stage and ledger over a few files with a faster clock, hands the plays in, and counts what is held. */
import { createPlayback } from '../../../../player/engine/playback.ts';
import { deliver } from '../../../../player/ledger/deliver.ts';
import { createLedger } from '../../../../player/ledger/ledger.ts';
import { ledgerPlays } from '../../../../player/ledger/plays.ts';
import type { Source } from '../../../../player/stage/slots.ts';
import { createStage } from '../../../../player/stage/stage.ts';
import type { Item } from '../../../../player/engine/state.ts';
import type { Clock } from '../../../../shared/clock.ts';
import type { PlayRecord } from '../../../../shared/contract/proof/play.ts';
import type { DeviceClient } from '../../../../shared/device/call.ts';
import { connect } from '../../../../shared/device/storage.ts';
import { createServerTime } from '../../../../shared/device/time.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { idOf, picture, video } from '../../../player/items.ts';

/** The shortest item lasts a second. */
const FAST = 5;
const ITEM_MS = 1_000;
/** So many plays go to the server together. */
const DELIVER_AT = 20;

export interface Held {
  changes: number;
  videos: number;
  /** The most there were at one time. */
  urls: number;
  timers: number;
  skipped: number;
  /** Plays the server has, and those that still wait. */
  delivered: number;
  waiting: number;
}
export interface Soak {
  begin: (files: { kind: 'video' | 'image'; mime: string; base64: string }[]) => Promise<void>;
  held: () => Promise<Held>;
}

let timers = 0;
let mostTimers = 0;
const clock: Clock = {
  now: () => Date.now(),
  mono: () => performance.now() * FAST,
  after(ms, fn) {
    mostTimers = Math.max(mostTimers, ++timers);
    let isOver = false;
    const over = () => {
      if (!isOver) timers--;
      isOver = true;
    };
    const timer = setTimeout(() => {
      over();
      fn();
    }, ms / FAST);
    return () => {
      over();
      clearTimeout(timer);
    };
  },
};

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), sign => sign.charCodeAt(0));

/** The real ledger over the browser's database, and a server that takes each play once. */
async function record() {
  const key = { key_id: 'k'.repeat(43), device_id: idOf(1) };
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ]);
  const newId = () => uuid7(Date.now());
  const ledger = createLedger({ db: connect(), clock, identity: key, boot_id: newId(), newId });
  const taken = { count: 0, last: 0 };
  const call = (_endpoint: unknown, { body }: { body: { records: PlayRecord[] } }) => {
    const verdicts = body.records.map(({ epoch, seq }) => {
      taken.count += seq === taken.last + 1 ? 1 : Number.NaN;
      taken.last = seq;
      return { epoch, seq, verdict: 'accepted' };
    });
    return Promise.resolve({ verdicts });
  };
  const caller = { call: call as unknown as DeviceClient['call'] };
  const handIn = () =>
    deliver({ ledger, caller, device_id: key.device_id, key: { key_id: key.key_id, pair } });
  return { ledger, taken, handIn };
}

async function begin(files: Parameters<Soak['begin']>[0]) {
  const { ledger, taken, handIn } = await record();
  const blobs = files.map(({ mime, base64 }) => new Blob([bytesOf(base64)], { type: mime }));
  const items = files.map(({ kind }, n) =>
    (kind === 'video' ? video : picture)(n + 1, { duration_ms: ITEM_MS }),
  );
  let urls = 0;
  let mostUrls = 0;
  let [at, changes, skipped] = [0, 0, 0];

  function sourceOf(item: Item): Source {
    const blob = blobs[items.indexOf(item)] ?? new Blob();
    if (item.kind === 'image') return { still: blob };
    mostUrls = Math.max(mostUrls, ++urls);
    const url = URL.createObjectURL(blob);
    const release = () => {
      urls--;
      URL.revokeObjectURL(url);
    };
    return { url, release };
  }
  const root = document.body.appendChild(document.createElement('div'));
  const stage = createStage({
    root,
    clock,
    frame: fn => void requestAnimationFrame(now => fn(now * FAST)),
    isMotionAllowed: () => true,
    onBroken: reason => run.tell({ on: 'broken', reason }),
  });
  const skip = () => void skipped++;
  const run = createPlayback({
    clock,
    stage,
    isVisible: true,
    choose: () => Promise.resolve(items[at++ % items.length] ?? null),
    mayBegin: () => true,
    wasDamaged: () => false,
    source: item => Promise.resolve(sourceOf(item)),
    plays: ledgerPlays({
      clock,
      time: createServerTime(clock),
      ledger,
      content: { active: () => null },
      volume: () => stage.volume(),
      isOnline: () => true,
      after: ({ id }) => ({ position: { item_id: id, index: 0 }, playout: null }),
    }),
    onShown() {
      if (++changes % DELIVER_AT === 0) void handIn().catch(skip);
    },
    onHouse: () => Promise.resolve(),
    onSkipped: skip,
    onAlarm: () => undefined,
    onFault: skip,
    onUpdate: () => {},
  });
  run.tell({ on: 'tick' });
  return async (): Promise<Held> => {
    const held = { changes, videos: document.querySelectorAll('video').length, urls: mostUrls };
    const { waiting } = await ledger.counts();
    return { ...held, timers: mostTimers, skipped, delivered: taken.count, waiting };
  };
}

const nothing = { changes: 0, videos: 0, urls: 0, timers: 0, skipped: 0, delivered: 0, waiting: 0 };
let held = (): Promise<Held> => Promise.resolve(nothing);
Object.assign(globalThis, {
  soak: { begin: async files => void (held = await begin(files)), held: () => held() } satisfies Soak,
});
