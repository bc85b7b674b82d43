import { describe, expect, it } from 'vitest';
import type { Deal } from '../../../../shared/contract/programmatic/deal.ts';
import { isInInventory, type OfferedScreen } from '../../../../server/programmatic/deals/dealInventory.ts';

const ALL: Deal['inventory'] = { placement_ids: [], tags: [], venue_ids: [], geo: [], media: [] };
const HARBOUR = { lat: 38.7, lng: -9.14 };
const circle = { ...HARBOUR, shape: 'circle', radius_m: 500 } as const;
const SCREEN: OfferedScreen = {
  placement: { id: 'p1', venue_ids: { openooh_1_1: '103', openooh_1_2: null, dmi: null }, media: ['banner'] },
  tags: ['airport'],
  place: HARBOUR,
};

describe('the inventory of a deal', () => {
  it.each<[string, Partial<Deal['inventory']>, Partial<OfferedScreen>, boolean]>([
    ['nothing named', {}, {}, true],
    ['its placement', { placement_ids: ['p1'] }, {}, true],
    ['another placement', { placement_ids: ['p2'] }, {}, false],
    ['one of its tags', { tags: ['harbour', 'airport'] }, {}, true],
    ['another tag', { tags: ['harbour'] }, {}, false],
    ['its venue', { venue_ids: ['103'] }, {}, true],
    ['another venue', { venue_ids: ['1'] }, {}, false],
    ['the place where it is', { geo: [circle] }, {}, true],
    ['a place where it is not', { geo: [{ ...circle, lat: 38.8 }] }, {}, false],
    ['one of two places', { geo: [{ ...circle, lat: 38.8 }, circle] }, {}, true],
    ['a place, and nobody knows where it is', { geo: [circle] }, { place: null }, false],
    ['what it offers', { media: ['banner', 'video'] }, {}, true],
    ['less than it offers', { media: ['video'] }, {}, false],
    ['two lists of which one does not fit', { venue_ids: ['103'], tags: ['harbour'] }, {}, false],
  ])('with %s', (_what, inventory, screen, isIn) => {
    expect(isInInventory({ ...ALL, ...inventory }, { ...SCREEN, ...screen })).toBe(isIn);
  });
});
