/** Brings what the versions need into the library, the active one first, and says what cannot be had. */
import { sleep } from '../shared/clock.ts';
import type { DocumentAsset, DocumentItem } from '../shared/contract/manifest.ts';
import { failureOf, type Caller } from '../shared/device/call.ts';
import { AssetRefused, fetchAsset } from '../shared/library/fetch.ts';
import { assetsOf, itemsOf } from './content.ts';
import type { Player } from './player.ts';

const CHUNK_TIMEOUT_MS = 60_000;
/** The next download leaves the processor to the first picture for this long. */
const FIRST_PICTURE_MS = 150;
/** A refused asset is asked for again after 10 s, then after twice as long each time, at most 15 minutes. */
const AGAIN_FIRST_MS = 10_000;
const AGAIN_MAX_MS = 15 * 60_000;
const againMs = (times: number) => Math.min(AGAIN_FIRST_MS * 2 ** (times - 1), AGAIN_MAX_MS);
const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';
const isBusy = (status: number) => status === 429 || status >= 500 || status === 401 || status === 403;

export function createDownloads(player: Player, caller: Caller) {
  const { clock, content, library, status } = player;
  const refused = new Map<string, { reason: string; times: number; due: number }>();
  let isAtWork = false;
  let isAsked = false;
  let isSwept = false;

  async function get(target: string, headers: Record<string, string>, limit: number) {
    const reply = await caller.send({ method: 'GET', target, headers, limit, timeoutMs: CHUNK_TIMEOUT_MS });
    if (isBusy(reply.status)) throw failureOf(reply);
    return reply;
  }
  const ports = { library, get, clock, locks: navigator.locks };

  async function readiness() {
    const rows = await library.rows();
    const ready = new Set(rows.filter(row => row.complete).map(row => row.sha256));
    const givenUp = new Map([...refused].map(([sha256, { reason }]) => [sha256, reason]));
    return { ready, givenUp };
  }

  const wanted = () => new Map([...assetsOf(content.active()), ...assetsOf(content.pending())]);
  const itemsWith = (sha256: string): DocumentItem[] =>
    [...itemsOf(content.active()), ...itemsOf(content.pending())].filter(
      item => item.asset.sha256 === sha256,
    );

  async function tell() {
    const { ready, givenUp } = await readiness();
    const items = itemsOf(content.pending() ?? content.active());
    const count = (has: { has(key: string): boolean }) =>
      items.filter(item => has.has(item.asset.sha256)).length;
    status.set({ library: { ready: count(ready), total: items.length, givenUp: count(givenUp) } });
  }

  /** The next version takes over as soon as it may. */
  async function settle() {
    const isSwitched = await content.settle(await readiness());
    if (isSwitched) {
      player.applyLook();
      player.running()?.run.tell({ on: 'content' });
      isSwept = false;
    }
    await tell();
  }

  /** Once nothing is left to fetch, what no version needs goes. */
  async function sweep() {
    if (isSwept) return;
    await library.sweep(new Set(wanted().keys()));
    await content.sweep();
    isSwept = true;
  }

  /** A full disk gives up what no version needs before it refuses what one does. */
  async function fetchOrMakeRoom(asset: DocumentAsset) {
    try {
      await fetchAsset(ports, asset);
    } catch (error) {
      if (!isFull(error)) throw error;
      await library.sweep(new Set(wanted().keys()));
      await fetchAsset(ports, asset).catch((again: unknown) => {
        throw isFull(again) ? new AssetRefused('Storage is full') : again;
      });
    }
  }

  async function bring(asset: DocumentAsset) {
    try {
      await fetchOrMakeRoom(asset);
      refused.delete(asset.sha256);
      player.running()?.run.tell({ on: 'library', restored: itemsWith(asset.sha256).map(item => item.id) });
    } catch (error) {
      if (!(error instanceof AssetRefused)) throw error;
      if (!refused.has(asset.sha256))
        for (const item of itemsWith(asset.sha256)) player.onSkipped(item, error.message);
      const times = (refused.get(asset.sha256)?.times ?? 0) + 1;
      refused.set(asset.sha256, { reason: error.message, times, due: clock.mono() + againMs(times) });
    }
  }

  const isMissing = (ready: ReadonlySet<string>, asset: DocumentAsset) =>
    !ready.has(asset.sha256) && (refused.get(asset.sha256)?.due ?? 0) <= clock.mono();

  async function work() {
    await settle();
    for (;;) {
      const { ready } = await readiness();
      const next = [...wanted().values()].find(asset => isMissing(ready, asset));
      if (!next) return sweep();
      await bring(next);
      await settle();
      if (!player.running()?.run.onScreen())
        await Promise.race([player.firstPicture, sleep(clock, FIRST_PICTURE_MS)]);
    }
  }

  return {
    readiness,
    /** Works until nothing is missing; throws what kept the bytes from coming. Asked twice, it looks again. */
    async run() {
      isAsked = true;
      if (isAtWork) return;
      isAtWork = true;
      try {
        while (isAsked) {
          isAsked = false;
          await work();
        }
      } finally {
        isAtWork = false;
      }
    },
  };
}
export type Downloads = ReturnType<typeof createDownloads>;
