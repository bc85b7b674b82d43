import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../../../server/db/rows.ts';
import { rollUpPlays } from '../../../server/proof/analytics/rollUp.ts';
import { isDelivered } from '../../../server/proof/delivered.ts';
import { instant } from '../../../shared/clock.ts';
import type { analyticsCreatives, analyticsOverview } from '../../../shared/contract/proof/analytics.ts';
import type { playTotals } from '../../../shared/contract/proof/play.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Verdicts } from '../../support/device.ts';
import { COUNTING_CASES, WHOLE_PLAY } from '../../support/proof/counting.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

const START = Date.UTC(2026, 10, 2, 9, 30);
const HOUR_MS = 3_600_000;
const clock = manualClock(START);
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());

it('the database counts as the rule does', async () => {
  const plays = COUNTING_CASES.map(([, fields], n) => ({ n, state: 'accepted', ...WHOLE_PLAY, ...fields }));
  const rows = rowsOf<{ n: number; counts: boolean }>(
    await test.db.execute(sql`
      select p.n, (${isDelivered}) as counts from jsonb_to_recordset(${JSON.stringify(plays)}::jsonb)
        as p(n int, state text, result text, completion float8, visible_share float8, duration_ms int, expected_ms int,
          min_completion_pct smallint, min_visible_pct smallint)
      order by p.n`),
  );
  expect(rows.map(({ n, counts }) => [COUNTING_CASES[n]?.[0], counts])).toEqual(
    COUNTING_CASES.map(([what, , counts]) => [what, counts]),
  );
});

describe('figures', () => {
  const ask = async <T>(path: string): Promise<T> => {
    const by = await test.signIn('admin');
    const answer = await call(test, by, 'GET', `/api/${path}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  };
  async function expectFigures(creative_id: string) {
    const span = `from=${instant(START - HOUR_MS)}&to=${instant(START + 2 * HOUR_MS)}`;
    const { now, by, groups } = await ask<Answer<typeof analyticsOverview>>(`analytics/overview?${span}`);
    expect(now).toMatchObject({ plays: 2, completed: 1, quarantined: 1, duration_ms: 10_000, screens: 1 });
    expect(by['creative']?.rows).toMatchObject([{ key: creative_id, plays: 2, duration_ms: 10_000 }]);
    expect(groups.reduce((sum, { plays }) => sum + plays, 0)).toBe(2);
    const totals = await ask<Answer<typeof playTotals>>(`programmatic/plays/summary?${span}&group_by=hour`);
    expect(totals).toMatchObject({ plays: 2, quarantined: 1, duration_ms: 10_000 });
    expect(totals.groups?.reduce((sum, { plays }) => sum + plays, 0)).toBe(2);
    const { rows } = await ask<Answer<typeof analyticsCreatives>>(`analytics/creatives?${span}`);
    expect(rows).toMatchObject([{ id: creative_id, plays: 2, completed: 1, duration_ms: 10_000 }]);
  }

  it('hold no play as shown to its end of which nothing was shown, and none that is quarantined', async () => {
    const { id, asset } = await addCreative(test, await test.signIn('admin'));
    const creative = { id, sha256: asset.sha256 };
    const screen = makeScreen(test);
    await screen.pair(await test.signIn('admin'));
    const ledger = screen.ledger();
    const nothing = { completion: 0, visible_share: 0, duration_ms: 0, frames: { rendered: 0, dropped: 0 } };
    const records = [
      await ledger.play(creative),
      await ledger.play(creative, nothing),
      await ledger.play(creative, { creative_sha256: 'b'.repeat(64) }),
    ];
    clock.jump(60_000);
    const { verdicts } = (await screen.send(records)).json<Verdicts>();
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted', 'quarantined']);
    await expectFigures(id);
    clock.jump(10 * 60_000);
    await rollUpPlays(test.server, error => expect.unreachable(String(error)));
    await expectFigures(id);
  });
});
