import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
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
  config: null,
});
const ready = (...items: number[]) => new Set(items.map(shaOf));
const none = new Map<string, string>();

describe('a later version', () => {
  const active = contentOf(1, 1, 2);

  it('takes over only when each of its items is verified', () => {
    const pending = contentOf(2, 2, 3, 4);
    expect(mayTakeOver(active, pending, { ready: ready(1, 2, 3), givenUp: none })).toBe(false);
    expect(mayTakeOver(active, pending, { ready: ready(1, 2, 3, 4), givenUp: none })).toBe(true);
  });

  it('does not wait for an item that was given up with a reason', () => {
    const givenUp = new Map([[shaOf(4), 'Chunk 0 answered 404']]);
    expect(mayTakeOver(active, contentOf(2, 2, 4), { ready: ready(1, 2), givenUp })).toBe(true);
  });

  it('takes over at once where nothing plays: its items play as they are verified', () => {
    expect(mayTakeOver(null, contentOf(2, 3), { ready: ready(), givenUp: none })).toBe(true);
    expect(mayTakeOver(active, contentOf(2, 3), { ready: ready(), givenUp: none })).toBe(true);
  });

  it('of which nothing can be had leaves what plays where it is', () => {
    const givenUp = new Map([[shaOf(4), 'Storage is full']]);
    expect(mayTakeOver(active, contentOf(2, 4), { ready: ready(1, 2), givenUp })).toBe(false);
    expect(mayTakeOver(active, contentOf(2, 4), { ready: ready(), givenUp })).toBe(true);
  });

  it('that is empty takes over at once', () => {
    expect(mayTakeOver(active, contentOf(2), { ready: ready(1), givenUp: none })).toBe(true);
    expect(mayTakeOver(active, { ...contentOf(2), playlist: null }, { ready: ready(1), givenUp: none })).toBe(
      true,
    );
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
    const content = await loadContent(db);
    await content.accept(first.head, first.documents);
    await content.switchIfReady({ ready: ready(), givenUp: none });
    await content.accept(second.head, second.documents);
    expect(await content.switchIfReady({ ready: ready(1, 2), givenUp: none })).toBe(false);
    const restarted = await loadContent(db);
    expect(restarted.active()?.plan.version).toBe(1);
    expect(restarted.pending()?.plan.version).toBe(2);
    expect(restarted.version()).toBe(2);
    expect(await restarted.switchIfReady({ ready: ready(1, 2, 3), givenUp: none })).toBe(true);
    const after = await loadContent(db);
    expect(after.active()?.playlist?.items.map(item => item.name)).toEqual(['Picture 3']);
    expect(after.pending()).toBeNull();
  });

  it('lets go of documents that no version names', async () => {
    const db = connect('content-sweep');
    const content = await loadContent(db);
    for (const version of [1, 2]) {
      const { head, documents } = await headFor(version, version);
      await content.accept(head, documents);
      await content.switchIfReady({ ready: ready(), givenUp: none });
    }
    expect(await (await db()).count('documents')).toBe(2);
    await content.deleteUnused();
    expect(await (await db()).getAllKeys('documents')).toEqual([(await headFor(2, 2)).documents[0]?.sha256]);
  });
});
