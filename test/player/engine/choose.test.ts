import { describe, expect, it } from 'vitest';
import { chooseNext } from '../../../player/engine/choose.ts';
import { idOf, picture, shaOf } from '../items.ts';

const items = [picture(1), picture(2), picture(3)];
const loopOf = (list: typeof items) => ({ playlist_id: idOf(99), items: list });
const all = { loop: loopOf(items), after: null, quarantine: {}, now: 0 };
const always = () => Promise.resolve(true);
const nameOf = async (...choice: Parameters<typeof chooseNext>) => (await chooseNext(...choice))?.name;

describe('the next item', () => {
  it('is the first after a first start', async () => {
    expect(await nameOf(all, always)).toBe('Picture 1');
  });

  it('follows the last one shown, also after a restart, and begins again at the end', async () => {
    expect(await nameOf({ ...all, after: { item_id: idOf(2), index: 1 } }, always)).toBe('Picture 3');
    expect(await nameOf({ ...all, after: { item_id: idOf(3), index: 2 } }, always)).toBe('Picture 1');
  });

  it('does not repeat the picture on screen when a new version names its items anew', async () => {
    const anew = items.map((item, i) => ({ ...item, id: idOf(20 + i) }));
    const after = { item_id: idOf(2), index: 1, sha256: shaOf(2) };
    expect(await nameOf({ ...all, loop: loopOf(anew), after }, always)).toBe('Picture 3');
  });

  it('is the one that took the place of an item that is gone', async () => {
    expect(await nameOf({ ...all, after: { item_id: idOf(9), index: 1 } }, always)).toBe('Picture 2');
    expect(await nameOf({ ...all, after: { item_id: idOf(9), index: 7 } }, always)).toBe('Picture 2');
  });

  it('is never one that is not verified or is quarantined', async () => {
    const isReady = (item: { name: string }) => Promise.resolve(item.name !== 'Picture 1');
    expect(await nameOf(all, isReady)).toBe('Picture 2');
    expect(await nameOf({ ...all, quarantine: { [idOf(2)]: 5 }, now: 4 }, isReady)).toBe('Picture 3');
    expect(await nameOf({ ...all, quarantine: { [idOf(2)]: 5 }, now: 5 }, isReady)).toBe('Picture 2');
  });

  it('is nothing where nothing is ready or the list is empty', async () => {
    expect(await chooseNext(all, () => Promise.resolve(false))).toBeNull();
    expect(await chooseNext({ ...all, loop: loopOf([]) }, always)).toBeNull();
  });
});
