import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { playerBuildIn } from '../../../../shared/contract/fleet/playerBuild.ts';
import { rolloutPosition, updateDirectiveFor } from '../../../../server/fleet/builds/rollout.ts';

const current = { build: 'two', rollout: 'running', percent: 100 } as const;
const none: ReadonlySet<string> = new Set<string>();
const screens = Array.from({ length: 2_000 }, (_, n) => `screen-${n}`);

describe('a build goes out to a share of the screens', () => {
  it.each([
    ['all, at once', 'one', current, none, null],
    ['who has it already', 'two', { ...current, rollout: 'paused' as const }, none, null],
    ['nobody further while it is paused', 'one', { ...current, rollout: 'paused' as const }, none, 'hold'],
    ['nobody of no percent', 'one', { ...current, percent: 0 }, none, 'hold'],
    ['nobody once it was called back', 'one', { ...current, rollout: 'called_back' as const }, none, 'hold'],
    ['who runs what was called back', 'two', current, new Set(['two']), 'back'],
    ['who runs an older one that was called back', 'one', current, new Set(['one']), 'back'],
    ['who does not say what it runs, never back', null, current, new Set(['two']), null],
  ] as const)('%s', (_, runs, standing, calledBack, word) => {
    expect(updateDirectiveFor({ device_id: 'a', runs, current: standing, calledBack })).toBe(word);
  });

  it('of the size that was asked, give or take two in a hundred', () => {
    for (const percent of [1, 10, 25, 50]) {
      const share = screens.filter(id => rolloutPosition(id, 'two') < percent).length / screens.length;
      expect(Math.abs(share * 100 - percent)).toBeLessThan(2);
    }
  });

  it('and whoever is in a smaller share is in every larger one', () => {
    const tells = (device_id: string, percent: number) =>
      updateDirectiveFor({ device_id, runs: 'one', current: { ...current, percent }, calledBack: none });
    fc.assert(
      fc.property(fc.uuid(), fc.nat(100), fc.nat(100), (id, a, b) => {
        if (tells(id, Math.min(a, b)) === null) expect(tells(id, Math.max(a, b))).toBeNull();
      }),
    );
  });

  it('which another build draws anew', () => {
    const first = (build: string) => screens.filter(id => rolloutPosition(id, build) < 10);
    const again = first('two').filter(id => first('three').includes(id));
    expect(again.length).toBeLessThan(first('two').length / 2);
  });
});

it('a build is named by the hash of its entry', () => {
  expect(playerBuildIn('<script type="module" crossorigin src="/assets/index-D9N_o5-j.js">')).toBe(
    'D9N_o5-j',
  );
  expect(playerBuildIn('http://localhost/player/boot.ts')).toBe('dev');
});
