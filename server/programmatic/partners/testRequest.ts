/** The smallest request that every OpenRTB 2.6 partner of outdoor screens must be able to answer. Pure. */
import { TAXI_VENUE } from '../../../shared/contract/programmatic/venue.ts';
import { VENUE_TAX } from '../../../shared/contract/programmatic/inventoryMapping.ts';
import type { PartnerRow } from './partners.ts';

const OOH_DEVICE = 8;
const LEAD_MS = 600_000;
const EXP_S = 3_600;
const FLOOR = 0.01;

/** `test: 1`: nothing of it is billed. */
export const testRequest = (
  { tmax_ms, at, currencies }: Pick<PartnerRow, 'tmax_ms' | 'at' | 'currencies'>,
  { id, now }: { id: string; now: number },
) => ({
  ...{ id, at, tmax: tmax_ms, cur: currencies, test: 1 },
  imp: [
    {
      ...{ id: '1', secure: 1, exp: EXP_S, dt: now + LEAD_MS },
      ...{ bidfloor: FLOOR, bidfloorcur: currencies[0] ?? 'USD' },
      banner: { w: 1280, h: 800, mimes: ['image/jpeg', 'image/png'] },
      qty: { multiplier: 1, sourcetype: 2 },
    },
  ],
  dooh: { id: 'wayside-test', venuetype: [TAXI_VENUE], venuetypetax: VENUE_TAX.usual },
  device: { devicetype: OOH_DEVICE, geo: { lat: 0, lon: 0, type: 1 } },
});
