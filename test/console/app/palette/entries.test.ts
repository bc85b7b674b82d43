// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  filterEntries,
  neighbour,
  pageEntries,
  type Entry,
} from '../../../../console/app/palette/entries.ts';
import { saveRecent, readRecents, addRecent } from '../../../../console/app/palette/recents.ts';
import { clearRecents } from '../../../../console/app/palette/recentsKey.ts';
import { isPaletteKey, paletteShortcut } from '../../../../console/kit/keyboard.ts';
import { routes } from '../../../../console/app/routes/index.ts';
import { ROLES } from '../../../../shared/contract/wire/roles.ts';

const entries = (...labels: string[]): Entry[] => labels.map(label => ({ id: label, group: 'pages', label }));
const labels = (found: readonly Entry[]) => found.map(({ label }) => label);

describe('what is typed', () => {
  it.each([
    ['', ['Proof of play', 'Playlists', 'Café Lumo']],
    ['pl', ['Playlists', 'Proof of play']],
    ['PLAY of', ['Proof of play']],
    ['cafe', ['Café Lumo']],
    ['play zebra', []],
  ])('"%s" finds, best first', (typed, found) =>
    expect(labels(filterEntries(entries('Proof of play', 'Playlists', 'Café Lumo'), typed))).toEqual(found),
  );

  it.each([
    [null, 1, 'a'],
    ['a', 1, 'b'],
    ['c', 1, 'a'],
    ['a', -1, 'c'],
    [null, -1, 'c'],
    ['gone', 1, 'a'],
  ] as const)('from %s a step of %i leads to %s', (from, step, to) =>
    expect(neighbour(entries('a', 'b', 'c'), from, step)).toBe(to),
  );
  it('leads nowhere in an empty list', () => expect(neighbour([], null, 1)).toBeNull());
});

describe('the pages offered', () => {
  const pages = (role: (typeof ROLES)[number]) =>
    pageEntries(routes, { role, hasPortal: false, isOutsideHomeTenant: false }, name => name).map(
      ({ href }) => href,
    );

  it('are those that exist and that the role may open', () => {
    expect(pages('manager')).toContain('/admin/devices');
    expect(pages('viewer')).not.toContain('/admin/devices');
    expect(pages('viewer')).toContain('/creatives');
    expect(pages('viewer')).not.toContain('/creatives/upload');
    expect(pages('device_owner')).toContain('/owner/dashboard');
  });
  it.each(ROLES)('of %s name no record', role => {
    expect(pages(role).filter(path => path?.includes(':'))).toEqual([]);
  });
});

function tab(): Storage {
  sessionStorage.clear();
  return sessionStorage;
}
const at = (n: number) => ({ label: `Page ${n}`, href: `/page/${n}` });

describe('recents', () => {
  it('keep the five newest, each once', () => {
    const all = [1, 2, 3, 4, 5, 6, 2].reduce(
      (kept: ReturnType<typeof at>[], n) => addRecent(kept, at(n)),
      [],
    );
    expect(all.map(({ href }) => href)).toEqual(['/page/2', '/page/6', '/page/5', '/page/4', '/page/3']);
  });
  it('are of one user in one tenant, and gone when he leaves', () => {
    const storage = tab();
    saveRecent(storage, 'a/1', at(1));
    expect(readRecents(storage, 'a/1')).toEqual([at(1)]);
    expect(readRecents(storage, 'a/2')).toEqual([]);
    clearRecents(storage);
    expect(readRecents(storage, 'a/1')).toEqual([]);
  });
  it.each(['a/1 {', 'a/1 ', 'a/1 [{"label":"x"}]', 'a/1 7'])('are none where the tab holds %s', text => {
    const storage = tab();
    storage.setItem('palette_recents', text);
    expect(readRecents(storage, 'a/1')).toEqual([]);
  });
  it('lead nowhere but into the console', () => {
    const storage = tab();
    const bad = ['//evil.example', 'https://evil.example', 'javascript:alert(1)'];
    storage.setItem(
      'palette_recents',
      `a/1 ${JSON.stringify([...bad.map(href => ({ label: 'x', href })), 7, at(1)])}`,
    );
    expect(readRecents(storage, 'a/1')).toEqual([at(1)]);
  });
});

describe('the key of the palette', () => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  it.each([
    [{ key: 'k', ctrlKey: true }, true],
    [{ key: 'K', metaKey: true }, true],
    [{ key: 'k' }, false],
    [{ key: 'k', ctrlKey: true, shiftKey: true }, false],
    [{ key: 'k', ctrlKey: true, altKey: true }, false],
    [{ key: 'j', ctrlKey: true }, false],
  ])('%j: %s', (pressed, opens) => expect(isPaletteKey({ ...none, ...pressed })).toBe(opens));
  it('is written as the machine writes it', () =>
    expect([paletteShortcut('MacIntel'), paletteShortcut('Linux x86_64')]).toEqual(['⌘ K', 'Ctrl K']));
});
