/** Two owners with a screen each, and a campaign with a price whose plays the tests make. */
import { eq, sql } from 'drizzle-orm';
import type {
  Earning,
  EarningDetail,
  recalculateEarnings,
} from '../../../../shared/contract/sales/earning.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { instant } from '../../../../shared/clock.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { campaigns, devices, tenants } from '../../../../server/db/schema.ts';
import { manualClock } from '../../../support/clock.ts';
import { addCampaignRows } from '../../../support/server/rows/sales/campaignRows.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';
import { insertPlayRows, type PlayRow } from '../../proof/analyticsPlays.ts';

export type User = TestServer['admin'];
export const DAY_MS = 86_400_000;
/** In Lisbon it is one hour later: of the running month the first hour still belongs to the UTC day before. */
export const START = Date.UTC(2026, 9, 20, 8);
export const FEE_PCT = 30;
/** 2.50 € for a thousand plays: four of them are one cent. */
export const BID_MICROS = 2_500_000;

const EARNED = ['payouts', 'payout_accounts', 'earning_adjustments', 'earnings', 'plays', 'rate_counters'];

export async function earningWorld() {
  const clock = manualClock(START);
  const test = await startTestServer({ clock });
  const creative = await addCreative(test, test.admin);
  const rows = await addCampaignRows(test, test.tenant_id, creative.id);
  await test.db
    .update(tenants)
    .set({ fee_pct: FEE_PCT, tz: 'Europe/Lisbon', currency: 'EUR' })
    .where(eq(tenants.id, test.tenant_id));
  await test.db.update(campaigns).set({ bid_micros: BID_MICROS }).where(eq(campaigns.id, rows.live));
  const owners = [await test.signIn('device_owner'), await test.signIn('device_owner')] as const;
  const screens = owners.map((owner, n) => ({
    ...{ id: uuid7(START), tenant_id: test.tenant_id, name: `Cab ${n + 1}`, state: 'active' },
    owner_user_id: owner.id,
  }));
  await test.db.insert(devices).values(screens);
  const [first = '', second = ''] = screens.map(({ id }) => id);

  const send = async <T>(
    by: User,
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
    version?: number,
  ) => {
    const answer = await call(test, by, method, url, {
      ...(payload !== undefined && { payload }),
      ...(version !== undefined && { version }),
    });
    return { status: answer.statusCode, body: answer.json<T>() };
  };
  const world = {
    ...{ clock, test, owners, first, second, campaign: rows.live, free: rows.paused, send },
    admin: test.admin,
    /** `n` plays of ten seconds, one after another. */
    play: (at: string, n: number, more: Partial<PlayRow> = {}) =>
      insertPlayRows(
        test,
        test.tenant_id,
        Array.from({ length: n }, (_, nth) => ({
          ...{ device_id: first, creative_id: creative.id, campaign_id: rows.live, zone: 'full' as const },
          ...{ result: 'completed' as const, state: 'accepted' as const, duration_ms: 10_000, fix: null },
          ...{ started: Date.parse(at) + nth * 10_000, received: clock.now() },
          ...more,
        })),
      ),
    /** Nothing was earned yet, at the first moment, by a clerk who has just signed in. */
    async startAnew() {
      for (const table of EARNED) await test.db.execute(sql`delete from ${sql.identifier(table)}`);
      clock.jump(START - clock.now());
      world.admin = await test.signIn('admin');
    },
    async goTo(at: string) {
      clock.jump(Date.parse(at) - clock.now());
      world.admin = await test.signIn('admin');
    },
    async signInAgain(owner: User): Promise<User> {
      const answer = await test.app.inject({
        ...{ method: 'POST', url: '/api/auth/login' },
        payload: { email: owner.email, password: TEST_PASSWORD },
      });
      const { tokens } = answer.json<{ tokens: { access_token: string } }>();
      return { ...owner, headers: { ...owner.headers, authorization: `Bearer ${tokens.access_token}` } };
    },
    recalculate: async (period: string) =>
      (
        await send<Answer<typeof recalculateEarnings>>(world.admin, 'POST', '/api/earnings/recalculate', {
          period,
        })
      ).body,
    list: async (by: User, query = '') =>
      (await send<{ items: Earning[] }>(by, 'GET', `/api/earnings${query}`)).body.items,
    read: async (by: User, id: string) => (await send<EarningDetail>(by, 'GET', `/api/earnings/${id}`)).body,
    act: (by: User, id: string, verb: string, body: object = {}) =>
      send<EarningDetail>(by, 'POST', `/api/earnings/${id}/${verb}`, body),
    now: () => instant(clock.now()),
  };
  return world;
}
export type EarningWorld = Awaited<ReturnType<typeof earningWorld>>;

/** Of a month of a screen: what tests compare. */
export const figures = ({
  state,
  plays,
  gross_minor,
  fee_minor,
  adjustment_minor,
  net_minor,
}: Record<string, unknown>) => ({
  ...{ state, plays, gross_minor, fee_minor, adjustment_minor, net_minor },
});
