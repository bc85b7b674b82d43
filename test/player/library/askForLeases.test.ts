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
        content: { active: () => ({ flights }) as never, pending: () => null } as never,
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

it('neither gives back nor asks again for the lease of a line that only the version that waits names', async () => {
  const device_id = idOf(1);
  const leases = createLeaseStore(undefined as never, null, () => device_id);
  const [played, sold] = [1, 2].map(n => lineOf(n, { leased: true }));
  const held = [played!, sold!].map(({ id, campaign_id }, n) => ({
    ...{ id: idOf(0x7000 + n), campaign_id, line_id: id, max_plays: 4, window_start: instant(MONDAY) },
    ...{ window_end: instant(MONDAY + 300_000), play_deadline: instant(MONDAY + 300_000) },
  }));
  leases.heldBy = () => held;
  const content = (line: typeof played) => ({ flights: { kind: 'flights', lines: [line] } }) as never;
  let asked = 0;
  await askForLeases({
    player: {
      content: { active: () => content(played), pending: () => content(sold) } as never,
      ...{ leases, spent: () => undefined, time: { knownNow: () => MONDAY } as never },
    },
    caller: { call: () => Promise.reject(new Error(`call ${++asked}`)) } as never,
    identity: { device_id } as never,
    handIn: () => Promise.resolve(),
  });
  expect(asked).toBe(0);
});
