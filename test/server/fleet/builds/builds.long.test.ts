import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Build } from '../../../../shared/contract/fleet/build.ts';
import { builds, tenants } from '../../../../server/db/schema.ts';
import { registerBuild } from '../../../../server/fleet/builds/builds.ts';
import { manualClock } from '../../../support/clock.ts';
import { makeScreen } from '../../../support/device.ts';
import { said } from '../../../support/reported.ts';
import { startTestServer, TEST_BUILD, type TestServer } from '../../../support/server/server.ts';
import { eq } from 'drizzle-orm';

const clock = manualClock(Date.now());
let test: TestServer;
let staff: Awaited<ReturnType<TestServer['signIn']>>;
beforeAll(async () => {
  test = await startTestServer({ clock });
  const [platform] = await test.db.select().from(tenants).where(eq(tenants.kind, 'platform'));
  staff = await test.signIn('staff_admin', platform?.id);
});
afterAll(() => test.close());

async function screenOf(build: string) {
  const screen = makeScreen(test);
  await screen.pair(test.admin);
  return async () => {
    const told = said({ app_version: `0.1.0+${build}` });
    const answer = await screen.call('POST', '/api/player/heartbeat', told);
    expect(answer.statusCode).toBe(200);
    return answer.json<{ update?: string }>().update ?? null;
  };
}
const list = async () => {
  const answer = await test.app.inject({ url: '/api/builds', headers: staff.headers });
  return answer.json<{ items: Build[] }>().items;
};
async function patch(build: string, payload: object) {
  const { version } = (await list()).find(one => one.build === build) ?? { version: 0 };
  const headers = { ...staff.headers, 'if-match': `"${version}"` };
  const answer = await test.app.inject({ method: 'PATCH', url: `/api/builds/${build}`, payload, headers });
  /** What heartbeats are told is read anew by then. */
  await clock.advance(5_000);
  return answer;
}

describe('a roll-out', () => {
  it('holds, lets on and calls back, and a screen hears it with its next heartbeat', async () => {
    const [old, own] = [await screenOf('0ldBuild'), await screenOf(TEST_BUILD)];
    expect([await old(), await own()]).toEqual([null, null]);
    expect((await patch(TEST_BUILD, { percent: 0 })).statusCode).toBe(200);
    expect([await old(), await own()]).toEqual(['hold', null]);
    await patch(TEST_BUILD, { percent: 100, rollout: 'paused' });
    expect([await old(), await own()]).toEqual(['hold', null]);
    await patch(TEST_BUILD, { rollout: 'running' });
    expect([await old(), await own()]).toEqual([null, null]);
    await patch(TEST_BUILD, { rollout: 'called_back' });
    expect([await old(), await own()]).toEqual(['hold', 'back']);
  });

  it('counts who runs what, and a build that was called back stays so', async () => {
    await test.network.sightings.flush();
    const [row] = await list();
    expect(row).toMatchObject({ build: TEST_BUILD, rollout: 'called_back', screens: 1, is_current: true });
    const again = await patch(TEST_BUILD, { rollout: 'running' });
    expect([again.statusCode, again.json<{ error: string }>().error]).toEqual([409, 'STATE']);
  });

  it('of a build that is new begins with the share of this server, and one that was seen keeps its own', async () => {
    const next = {
      ...test.server,
      playerBuild: 'NextOne1',
      config: { ...test.server.config, rolloutPercent: 5 },
    };
    await registerBuild(next);
    await registerBuild({ ...next, config: { ...next.config, rolloutPercent: 80 } });
    const rows = await test.db.select().from(builds).where(eq(builds.build, 'NextOne1'));
    expect(rows.map(({ percent, rollout }) => ({ percent, rollout }))).toEqual([
      { percent: 5, rollout: 'running' },
    ]);
  });
});
