import { expect, it } from 'vitest';
import { askForLeases } from '../../../player/library/askForLeases.ts';
import { createLeaseStore } from '../../../player/library/leases.ts';
import { instant } from '../../../shared/clock.ts';
import { lineOf, MONDAY } from '../../shared/playout/lines.ts';
import { idOf } from '../items.ts';

it('a screen that got none of what it is short of asks again when it was told to, and not before', async () => {
  let [now, asked] = [MONDAY, 0];
  const device_id = idOf(1);
  const leases = createLeaseStore(undefined as never, null, () => device_id);
  const flights = { kind: 'flights' as const, lines: [lineOf(1, { leased: true })] };
  const ask = () =>
    askForLeases({
      player: {
        content: { active: () => ({ flights }) as never } as never,
        ...{ leases, spent: () => undefined, time: { knownNow: () => now } as never },
      },
      caller: { call: () => Promise.reject(new Error(`call ${++asked}`)) } as never,
      identity: { device_id } as never,
      handIn: () => Promise.resolve(),
    });
  await expect(ask()).rejects.toThrow('call 1');
  leases.waitUntil(instant(now + 120_000));
  now += 119_000;
  await ask();
  expect(asked).toBe(1);
  now += 1_000;
  await expect(ask()).rejects.toThrow('call 2');
  leases.waitUntil(null);
  await expect(ask()).rejects.toThrow('call 3');
});
