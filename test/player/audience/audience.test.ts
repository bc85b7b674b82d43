// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { startAudience } from '../../../player/audience/audience.ts';
import type { AudienceRule } from '../../../shared/contract/playout/playerValues.ts';
import { connect, readValue, writeValues } from '../../../shared/device/storage.ts';
import { manualClock } from '../../support/clock.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const notice = { en: 'People are counted here. No picture is kept.', zh: '此处统计人数，不保存图像。' };

let databases = 0;
async function counted(audience: AudienceRule | undefined, db = connect(`audience ${++databases}`)) {
  document.body.innerHTML = '<div id="over"></div>';
  const clock = manualClock(Date.parse('2026-11-24T08:30:00.000Z'));
  const sent: unknown[] = [];
  const config = { audience };
  let see: ((said: unknown) => void) | null = null;
  const sensor = {
    watch(onSeen: (said: unknown) => void) {
      see = onSeen;
      return () => (see = null);
    },
  };
  await startAudience({
    ...{ clock, db, sensor },
    content: { active: () => ({ config }) } as never,
    time: { knownNow: () => clock.now() } as never,
    caller: {
      call: (_endpoint: unknown, { body }: { body: unknown }) => {
        sent.push(body);
        return Promise.resolve({ ok: true });
      },
    } as never,
  });
  return { clock, db, sent, config, isWatched: () => see !== null, see: (said: unknown) => see?.(said) };
}
const noticeText = () => document.querySelector('.counted')?.textContent ?? null;

it('OPEN-PLAYER-03 a sensor that is plugged in is not watched before it is published with a notice', async () => {
  const off = await counted(undefined);
  expect([off.isWatched(), noticeText()]).toEqual([false, null]);
  const silent = await counted({ mode: 'count_only', k_min: 10 });
  expect([silent.isWatched(), noticeText()]).toEqual([false, null]);
  const on = await counted({ mode: 'count_only', k_min: 10, notice });
  expect([on.isWatched(), noticeText()]).toEqual([true, notice.en + notice.zh]);
  on.config.audience = undefined;
  await vi.waitFor(async () => {
    await on.clock.advance(MINUTE_MS);
    expect([on.isWatched(), noticeText()]).toEqual([false, null]);
  });
});

it('OPEN-PLAYER-03 hours without a link are handed in two days at a time', async () => {
  const db = connect(`audience ${++databases}`);
  const now = Date.parse('2026-11-24T08:00:00.000Z');
  const hours = Array.from({ length: 50 }, (_, n) => ({
    ...{ hour: now - (n + 1) * HOUR_MS, people: 20, groups: {} },
  }));
  await writeValues(db, { audience: hours });
  const all = await counted({ mode: 'count_only', k_min: 10, notice }, db);
  await vi.waitFor(async () => {
    await all.clock.advance(MINUTE_MS);
    expect(all.sent.map(one => (one as { hours: unknown[] }).hours.length)).toEqual([48, 2]);
  });
});

it('OPEN-PLAYER-03 an hour is handed in as numbers once it is over, also after a restart', async () => {
  const first = await counted({ mode: 'count_only', k_min: 10, notice });
  first.see({ people: 14, image: 'a picture' });
  await vi.waitFor(async () => {
    await first.clock.advance(MINUTE_MS);
    expect(await readValue(first.db, 'audience')).toHaveLength(1);
  });
  const second = await counted({ mode: 'count_only', k_min: 10, notice }, first.db);
  second.see({ people: 3 });
  const hour = { hour: '2026-11-24T08:00:00.000Z', people: 17, groups: [] };
  await vi.waitFor(async () => {
    await second.clock.advance(HOUR_MS);
    expect(second.sent).toEqual([{ hours: [hour] }]);
  });
  await vi.waitFor(async () => {
    await second.clock.advance(MINUTE_MS);
    expect(await readValue(second.db, 'audience')).toEqual([]);
  });
  expect(second.sent).toHaveLength(1);
});
