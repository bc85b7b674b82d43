import { describe, expect, it } from 'vitest';
import { chooseNext } from '../../player/choose.ts';
import { idOf, picture } from './items.ts';

const items = [picture(1), picture(2), picture(3)];
const all = { items, after: null, isReady: () => true, aside: {}, now: 0 };

describe('the next item', () => {
  it('is the first after a first start', () => {
    expect(chooseNext(all)?.name).toBe('Picture 1');
  });

  it('follows the last one shown, also after a restart, and begins again at the end', () => {
    expect(chooseNext({ ...all, after: { item_id: idOf(2), index: 1 } })?.name).toBe('Picture 3');
    expect(chooseNext({ ...all, after: { item_id: idOf(3), index: 2 } })?.name).toBe('Picture 1');
  });

  it('is the one that took the place of an item that is gone', () => {
    expect(chooseNext({ ...all, after: { item_id: idOf(9), index: 1 } })?.name).toBe('Picture 2');
    expect(chooseNext({ ...all, after: { item_id: idOf(9), index: 7 } })?.name).toBe('Picture 2');
  });

  it('is never one that is not verified or is set aside', () => {
    const isReady = (item: { name: string }) => item.name !== 'Picture 1';
    expect(chooseNext({ ...all, isReady })?.name).toBe('Picture 2');
    expect(chooseNext({ ...all, isReady, aside: { [idOf(2)]: 5 }, now: 4 })?.name).toBe('Picture 3');
    expect(chooseNext({ ...all, isReady, aside: { [idOf(2)]: 5 }, now: 5 })?.name).toBe('Picture 2');
  });

  it('is nothing where nothing is ready or the list is empty', () => {
    expect(chooseNext({ ...all, isReady: () => false })).toBeNull();
    expect(chooseNext({ ...all, items: [] })).toBeNull();
  });
});
