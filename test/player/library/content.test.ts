import { systemClock } from '../../../shared/clock.ts';
import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { loadContent, mayTakeOver, type Content } from '../../../player/library/content.ts';
import { connect } from '../../../shared/device/storage.ts';
import { picture, playlistOf, shaOf } from '../items.ts';
import { headOf } from '../world.ts';

const contentOf = (version: number, ...items: number[]): Content => ({
  plan: { version, playlist: shaOf(version), config: null },
  playlist: playlistOf(
    items.map(n => picture(n)),
    version,
  ),
  flights: null,
  config: null,
});
const ready = (...items: number[]) => new Set(items.map(shaOf));
const none = new Map<string, string>();

describe('a later version', () => {
  const active = contentOf(1, 1, 2);

  it('takes over only when each of its items is verified', () => {
    const pending = contentOf(2, 2, 3, 4);
    expect(mayTakeOver(active, pending, { ready: ready(1, 2, 3), givenUp: none, at: null })).toBe(false);
    expect(mayTakeOver(active, pending, { ready: ready(1, 2, 3, 4), givenUp: none, at: null })).toBe(true);
  });

  it('does not wait for an item that was given up with a reason', () => {
    const givenUp = new Map([[shaOf(4), 'Chunk 0 answered 404']]);
    expect(mayTakeOver(active, contentOf(2, 2, 4), { ready: ready(1, 2), givenUp, at: null })).toBe(true);
  });

  it('takes over at once where nothing plays: its items play as they are verified', () => {
    expect(mayTakeOver(null, contentOf(2, 3), { ready: ready(), givenUp: none, at: null })).toBe(true);
    expect(mayTakeOver(active, contentOf(2, 3), { ready: ready(), givenUp: none, at: null })).toBe(true);
  });

  it('of which nothing can be had leaves what plays where it is', () => {
    const givenUp = new Map([[shaOf(4), 'Storage is full']]);
    expect(mayTakeOver(active, contentOf(2, 4), { ready: ready(1, 2), givenUp, at: null })).toBe(false);
    expect(mayTakeOver(active, contentOf(2, 4), { ready: ready(), givenUp, at: null })).toBe(true);
  });

  it('that is empty takes over at once', () => {
    expect(mayTakeOver(active, contentOf(2), { ready: ready(1), givenUp: none, at: null })).toBe(true);
    expect(
      mayTakeOver(active, { ...contentOf(2), playlist: null }, { ready: ready(1), givenUp: none, at: null }),
    ).toBe(true);
  });
});

describe('the store of versions', () => {
  const headFor = (version: number, ...items: number[]) =>
    headOf(
      items.map(n => picture(n)),
      version,
    );

  it('P3 plays exactly one version, before and after the switch and over restarts', async () => {
    const db = connect('content');
    const first = await headFor(1, 1, 2);
    const second = await headFor(2, 3);
    const content = await loadContent(db, systemClock);
    await content.accept(first.head, first.documents);
    await content.switchIfReady({ ready: ready(), givenUp: none, at: null });
    await content.accept(second.head, second.documents);
    expect(await content.switchIfReady({ ready: ready(1, 2), givenUp: none, at: null })).toBe(false);
    const restarted = await loadContent(db, systemClock);
    expect(restarted.active()?.plan.version).toBe(1);
    expect(restarted.pending()?.plan.version).toBe(2);
    expect(restarted.version()).toBe(2);
    expect(await restarted.switchIfReady({ ready: ready(1, 2, 3), givenUp: none, at: null })).toBe(true);
    const after = await loadContent(db, systemClock);
    expect(after.active()?.playlist?.items.map(item => item.name)).toEqual(['Picture 3']);
    expect(after.pending()).toBeNull();
  });

  it('takes files in AV1 once the machine is known to play it, and at the next start without finding out again', async () => {
    const db = connect('content-av1');
    const file = { ...picture(1).asset, w: 1920, h: 1080 };
    const inAv1 = { ...file, sha256: shaOf(7), bytes: 10 };
    const item = picture(1, { asset: { ...picture(1).asset, renditions: [file], av1: [inAv1] } });
    const first = await headOf([item], 1);
    const content = await loadContent(db, systemClock);
    const filesNow = (store: typeof content) =>
      store.pending()?.playlist?.items[0]?.asset.renditions?.map(({ sha256 }) => sha256);
    await content.accept(first.head, first.documents);
    expect(filesNow(content)).toEqual([file.sha256]);
    await content.setPlaysAv1(true);
    expect(filesNow(await loadContent(db, systemClock))).toEqual([inAv1.sha256, file.sha256]);
    await content.setPlaysAv1(false);
    expect(filesNow(await loadContent(db, systemClock))).toEqual([file.sha256]);
  });

  it('P3 a cut of the power before any of the writes of a switch leaves the one version or the other', async () => {
    const first = await headFor(1, 1, 2);
    const second = await headFor(2, 3);
    const seen: (number | undefined)[] = [];
    for (let n = 0; n < 6; n++) {
      const db = connect(`content-cut-${n}`);
      const before = await loadContent(db, systemClock);
      await before.accept(first.head, first.documents);
      await before.switchIfReady({ ready: ready(), givenUp: none, at: null });
      // Loading takes its own connections; each write after it may be the one that never begins.
      let left = Infinity;
      const content = await loadContent(
        () => (left-- > 0 ? db() : Promise.reject(new Error('killed'))),
        systemClock,
      );
      left = n;
      const all = { ready: ready(1, 2, 3), givenUp: none, at: null };
      await content
        .accept(second.head, second.documents)
        .then(() => content.switchIfReady(all))
        .catch(() => null);
      const restarted = await loadContent(db, systemClock);
      const active = restarted.active();
      seen.push(active?.plan.version);
      const names = active?.playlist?.items.map(({ name }) => name);
      expect(names).toEqual(active?.plan.version === 2 ? ['Picture 3'] : ['Picture 1', 'Picture 2']);
    }
    expect([seen[0], seen.at(-1)]).toEqual([1, 2]);
  });

  it('P3 a switch that breaks off within its one transaction leaves the version before, whole', async () => {
    const db = connect('content-abort');
    const first = await headFor(1, 1, 2);
    const second = await headFor(2, 3);
    const content = await loadContent(db, systemClock);
    await content.accept(first.head, first.documents);
    await content.switchIfReady({ ready: ready(), givenUp: none, at: null });
    await content.accept(second.head, second.documents);
    const really: (this: IDBObjectStore, key: IDBValidKey | IDBKeyRange) => IDBRequest<undefined> =
      Reflect.get(IDBObjectStore.prototype, 'delete');
    const broken = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementationOnce(function (
      this: IDBObjectStore,
      key,
    ) {
      const request = really.call(this, key);
      this.transaction.abort();
      return request;
    });
    await content.switchIfReady({ ready: ready(1, 2, 3), givenUp: none, at: null }).catch(() => null);
    expect(broken).toHaveBeenCalledOnce();
    broken.mockRestore();
    const restarted = await loadContent(db, systemClock);
    expect([restarted.active()?.plan.version, restarted.pending()?.plan.version]).toEqual([1, 2]);
    expect(restarted.active()?.playlist?.items).toHaveLength(2);
  });

  it('names the splash of the newest version, keeps it, and reads it at no start', async () => {
    const db = connect('content-splash');
    const content = await loadContent(db, systemClock);
    const { head, documents } = await headFor(1, 1);
    const sha256 = shaOf(9);
    await content.accept({ ...head, documents: [...head.documents, { kind: 'splash', sha256 }] }, documents);
    await (await db()).put('documents', { sha256, text: 'not to be parsed' });
    await content.switchIfReady({ ready: ready(), givenUp: none, at: null });
    await content.deleteUnused();
    expect(content.splash()).toBe(sha256);
    expect((await loadContent(db, systemClock)).splash()).toBe(sha256);
    expect(await (await db()).getKey('documents', sha256)).toBe(sha256);
  });

  it('lets go of documents that no version names', async () => {
    const db = connect('content-sweep');
    const content = await loadContent(db, systemClock);
    for (const version of [1, 2]) {
      const { head, documents } = await headFor(version, version);
      await content.accept(head, documents);
      await content.switchIfReady({ ready: ready(), givenUp: none, at: null });
    }
    expect(await (await db()).count('documents')).toBe(2);
    await content.deleteUnused();
    expect(await (await db()).getAllKeys('documents')).toEqual([(await headFor(2, 2)).documents[0]?.sha256]);
  });
});
