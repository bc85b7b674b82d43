import { describe, expect, it } from 'vitest';
import { isInDepot } from '../../../player/link/link.ts';
import type { ConfigDocument } from '../../../shared/contract/playout/manifest.ts';

describe('the hours of the depot', () => {
  const config = { tz: 'Asia/Shanghai', depot: { from: '23:00', to: '04:30' } } as ConfigDocument;
  it.each([
    ['2026-01-05T14:59:59Z', false],
    ['2026-01-05T15:00:00Z', true],
    ['2026-01-05T20:29:59Z', true],
    ['2026-01-05T20:30:00Z', false],
  ])('go by the clocks of its zone: at %s %s', (at, isIn) => {
    expect(isInDepot(config, Date.parse(at))).toBe(isIn);
  });

  it('are none where none are set, or nothing is known yet', () => {
    const noon = Date.parse('2026-01-05T15:00:00Z');
    expect(isInDepot({ tz: 'Asia/Shanghai' } as ConfigDocument, noon)).toBe(false);
    expect(isInDepot(null, noon)).toBe(false);
    expect(isInDepot(undefined, noon)).toBe(false);
  });
});
