import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { createUsageMeter } from '../../../player/link/usageMeter.ts';
import type { DataPlan } from '../../../shared/device/dataPlan.ts';
import { connect, readValue } from '../../../shared/device/storage.ts';
import { manualClock } from '../../support/clock.ts';

const MB = 1_000_000;
let databases = 0;

async function spending(plan: DataPlan | undefined, db = connect(`spending ${++databases}`)) {
  const clock = manualClock(Date.UTC(2026, 0, 5, 8));
  const link = { metered: true };
  const kept = await createUsageMeter({
    db,
    clock,
    now: () => clock.now(),
    plan: () => plan,
    isMetered: () => link.metered,
    onFault: error => expect.fail(String(error)),
  });
  return { clock, db, link, ...kept };
}

describe('what a link carries', () => {
  it('counts media and the rest apart, over a metered link alone, and keeps it each minute', async () => {
    const { clock, db, link, count: carried, now } = await spending(undefined);
    carried('/media/ab', 2 * MB);
    carried('/api/player/heartbeat', 700);
    link.metered = false;
    carried('/media/cd', 9 * MB);
    expect(now()).toEqual({ since: '2026-01-01', media: 2 * MB + 900, control: 1_600 });
    await clock.advance(60_000);
    await vi.waitFor(async () => expect(await readValue(db, 'spent')).toEqual(now()));
    const again = await spending(undefined, db);
    expect(again.now()).toEqual(now());
  });

  it('lets media come as the plan allows, over a free link all, without a plan all', async () => {
    const { link, mayFetch } = await spending({ mb: 1_000, day: 1 });
    expect([mayFetch(100 * MB, false), mayFetch(400 * MB, false), mayFetch(400 * MB, true)]).toEqual([
      true,
      false,
      true,
    ]);
    link.metered = false;
    expect(mayFetch(400 * MB, false)).toBe(true);
    expect((await spending(undefined)).mayFetch(4_000 * MB, false)).toBe(true);
  });
});
