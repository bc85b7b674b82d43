import { expect, it } from 'vitest';
import { ledgerPlays } from '../../../player/ledger/plays.ts';
import type { Ledger } from '../../../player/ledger/ledger.ts';
import type { PlayPlace } from '../../../shared/contract/playout/fence.ts';
import { createServerTime } from '../../../shared/device/time.ts';
import { manualClock } from '../../support/clock.ts';
import { picture } from '../items.ts';

it('a play keeps the fix that let it through, though the next one comes before its first frame', async () => {
  const clock = manualClock();
  const written: object[] = [];
  const at = (age_s: number): PlayPlace => ({
    fence_version: 'aaaaaaaaaaaa',
    fix: { lat: 38.72, lng: -9.14, acc_m: 8, age_s },
  });
  let place = at(9.9);
  const plays = ledgerPlays({
    ...{ clock, time: createServerTime(clock), content: { active: () => null } },
    ledger: {
      open: (opening: object) => Promise.resolve((written.push(opening), { epoch: 'e', seq: 1 })),
      mark: (_key: object, started: object) => Promise.resolve(void written.push(started)),
    } as unknown as Ledger,
    volume: () => 0,
    isOnline: () => true,
    playPlace: () => place,
    after: () => ({ position: null, playout: null }),
  });
  const item = { ...picture(1), line: { id: 'line', campaign_id: 'campaign' } };
  const key = await plays.open(item, clock.mono());
  place = at(10.2);
  await plays.mark(key, item, clock.mono(), {} as never);
  expect(written).toMatchObject([{ geo: at(9.9) }, { started_mono_ms: clock.mono() }]);
  expect(written[1]).not.toHaveProperty('geo');
});
