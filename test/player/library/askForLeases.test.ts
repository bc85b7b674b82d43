import { expect, it } from 'vitest';
import { askForLeases } from '../../../player/library/askForLeases.ts';
import { createLeaseStore } from '../../../player/library/leases.ts';
import { waitAfter } from '../../../shared/playout/leases/held.ts';
import { instant } from '../../../shared/clock.ts';
import { lineOf, MONDAY } from '../../shared/playout/lines.ts';
import { idOf } from '../items.ts';

it('a screen that got none for a line asks again for it when it was told to and not before, and for others at once', async () => {
  let [now, asked] = [MONDAY, 0];
  const device_id = idOf(1);
  const leases = createLeaseStore(undefined as never, null, () => device_id);
  const lines = [lineOf(1, { leased: true })];
  const flights = { kind: 'flights' as const, lines };
  const waitUntil = (ask_again_at: string | null) =>
    leases.setWait(waitAfter({ ask_again_at }, [], { spent: undefined, lines, at: now }));
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
  waitUntil(instant(now + 120_000));
  now += 119_000;
  await ask();
  expect(asked).toBe(1);
  lines.push(lineOf(2, { leased: true }));
  await expect(ask()).rejects.toThrow('call 2');
  lines.pop();
  now += 1_000;
  await expect(ask()).rejects.toThrow('call 3');
  waitUntil(null);
  await expect(ask()).rejects.toThrow('call 4');
});
