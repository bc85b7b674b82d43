import { describe, expect, it } from 'vitest';
import { mapEntry } from '../../../../server/content/feeds/mapping.ts';
import { FEED } from '../../../support/server/content/items.ts';

const NOW = Date.parse('2026-11-24T08:00:00.000Z');
const HOUR_MS = 3_600_000;
const mapped = (published: string, more: Partial<Parameters<typeof mapEntry>[0]> = {}) =>
  mapEntry(
    { kind: 'news', language: 'en', keep_h: 24, mapping: [], ...more },
    { title: 'City paper', entries: [] },
    { title: 'Bridge opens', summary: 'At noon', link: FEED.url, published },
    NOW,
  );
const after = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();

describe('the time of an entry', () => {
  it.each([
    ['an hour ago', after(-1), after(-1)],
    ['a day ahead, as if it were new for longer than it is', after(24), after(0)],
    ['a year ahead', after(24 * 365), after(0)],
    ['not a time', 'soon', after(0)],
  ])('that is %s', (_, published, begins) => {
    const { item, ends_at, problems } = mapped(published);
    expect(problems).toEqual({});
    expect(item).toMatchObject({ starts_at: begins, published_at: begins });
    expect(Date.parse(ends_at) - Date.parse(begins)).toBe(24 * HOUR_MS);
  });

  it('keeps news for 72 hours at most, also news from tomorrow', () => {
    expect(mapped(after(30), { keep_h: 500 }).ends_at).toBe(after(72));
  });
});
