import { describe, expect, it, vi } from 'vitest';
import { createStaleChunkReload } from '../../../../console/app/update/staleChunks.ts';

const gone = new TypeError('Failed to fetch dynamically imported module: http://c.test/assets/Devices-1.js');

function begin({
  build = 'b1',
  answers = true,
  dirty = false,
  full = false,
  isThere = (): boolean => false,
  kept = new Map<string, string>(),
} = {}) {
  const reload = vi.fn();
  const note = (key: string, value: string) => {
    if (full) throw new DOMException('full', 'QuotaExceededError');
    kept.set(key, value);
  };
  const heal = createStaleChunkReload({
    build,
    pingServer: () => (answers ? Promise.resolve() : Promise.reject(new TypeError('Failed to fetch'))),
    createLazy: () =>
      Promise.resolve(
        new Response('', { status: isThere() ? 200 : 404, headers: { 'content-type': 'text/javascript' } }),
      ),
    tabStorage: { getItem: key => kept.get(key) ?? null, setItem: note },
    reload,
    isDirty: () => dirty,
  });
  return { heal, reload, kept };
}

describe('a chunk that is gone', () => {
  it.each([
    gone,
    new TypeError('error loading dynamically imported module: x'),
    new TypeError('Importing a module script failed.'),
    new Error('Unable to preload CSS for /assets/Devices-1.css'),
  ])('brings the page anew, once for each build: %s', async error => {
    const { heal, reload, kept } = begin();
    expect(await heal(error)).toBe(true);
    expect(reload).toHaveBeenCalledOnce();
    const second = begin({ kept });
    expect(await second.heal(error)).toBe(false);
    expect(second.reload).not.toHaveBeenCalled();
    const later = begin({ build: 'b2', kept });
    expect(await later.heal(error)).toBe(true);
  });

  it.each([
    ['without a link, for a new page would not come either', gone, { answers: false }],
    ['where no note of it can be kept', gone, { full: true }],
    ['over unsaved work', gone, { dirty: true }],
    ['for an error of the module itself', new Error('boom'), {}],
    ['for what is no error', 'gone', {}],
  ])('brings nothing %s, and uses up no turn', async (_what, error, situation) => {
    const { heal, reload, kept } = begin(situation);
    expect(await heal(error)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    expect(kept.size).toBe(0);
  });

  it('that was away and is back brings the page anew; one that was there all the time does not', async () => {
    const kept = new Map([['healed_build', 'b1']]);
    let isThere = false;
    const { heal, reload } = begin({ kept, isThere: () => isThere });
    expect(await heal(gone)).toBe(false);
    isThere = true;
    expect(
      await heal(new TypeError('error loading dynamically imported module: http://c.test/other.js')),
    ).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    expect(await heal(gone)).toBe(true);
    expect(reload).toHaveBeenCalledOnce();
  });
});
