import { describe, expect, it } from 'vitest';
import { KINDS } from '../../../console/kit/fields/kinds.tsx';
import { createFormat } from '../../../shared/i18n/format.ts';

const to = { format: createFormat('zh', 'Europe/Lisbon'), text: (key: string) => key } as never;

/** A spreadsheet reads each cell by itself: nothing may look like something else. */
describe('in an exported file', () => {
  it('a length is a number of seconds, not a time of day', () => {
    expect(KINDS.length.toExportValue(8_000, to, {})).toBe(8);
    expect(KINDS.length.toExportValue(90_500, to, {})).toBe(90.5);
    expect(KINDS.seconds.toExportValue(3_600, to, {})).toBe(3_600);
  });

  it('a moment is written by the clocks of the zone, alike in every language', () => {
    for (const as of ['time', 'ago'] as const)
      expect(KINDS[as].toExportValue('2026-07-01T22:46:18.500Z', to, {})).toBe('2026-07-01 23:46:18');
  });
});
