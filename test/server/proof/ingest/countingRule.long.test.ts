/** Which plays count is a setting of the tenant whose screens show them: a play is judged by the rule in force when it came. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tenants } from '../../../../server/db/schema.ts';
import { rollUpPlays } from '../../../../server/proof/analytics/rollUp.ts';
import { instant } from '../../../../shared/clock.ts';
import type { PulledLeases } from '../../../../shared/contract/playout/lease.ts';
import type { analyticsOverview } from '../../../../shared/contract/proof/analytics.ts';
import type { Play } from '../../../../shared/contract/proof/play.ts';
import type { Budget } from '../../../../shared/contract/sales/budget.ts';
import type { InvoiceDetail } from '../../../../shared/contract/sales/billing/invoice.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { makeScreen, type Verdicts } from '../../../support/device.ts';
import { call } from '../../../support/server/playlist.ts';
import { platformOf } from '../../../support/server/people.ts';
import { addLiveCampaign } from '../../../support/server/rows/sales/campaigns.ts';
import { addCreative } from '../../../support/server/upload.ts';
import { campaignWorld } from '../../sales/world.ts';
import { makePlaysUnder } from '../../sales/leases/playsUnder.ts';

let w: Awaited<ReturnType<typeof campaignWorld>>;
beforeAll(async () => {
  w = await campaignWorld();
});
afterAll(() => w.test.close());

type By = Parameters<typeof call>[1];
interface Rule {
  version: number;
  effective: object;
  origins: object;
}
const HOUR_MS = 3_600_000;
const RULE = '/api/settings/counting';
const DEFAULT = { min_completion_pct: 95, min_visible_pct: 98 };
const NONE = { min_completion_pct: null, min_visible_pct: null };
/** Shown for 96 % of its time. */
const ALMOST = { duration_ms: 9_600, completion: 0.96, visible_share: 0.99 };

const read = async <T>(by: By, url: string): Promise<T> => {
  const answer = await call(w.test, by, 'GET', url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
};
async function setRule(by: By, payload: object) {
  const { version } = await read<Rule>(by, RULE);
  return call(w.test, by, 'PATCH', RULE, { payload, version });
}
async function useRule(by: By, payload: object): Promise<void> {
  const answer = await setRule(by, payload);
  expect(answer.statusCode, answer.body).toBe(200);
}
const staff = async () => w.test.signIn('staff_super_admin', await platformOf(w.test));
beforeEach(() => useRule(w.test.admin, NONE));

describe('the rule', () => {
  it('is 95 and 98 % where nobody has set anything', async () => {
    expect(await read(w.test.admin, RULE)).toMatchObject({
      ...{ ...NONE, effective: DEFAULT },
      origins: { min_completion_pct: 'product', min_visible_pct: 'product' },
    });
  });

  it.each(['min_completion_pct', 'min_visible_pct'])('lies between 50 and 100 whole %: %s', async name => {
    const taken: unknown[] = [];
    for (const value of [49, 50, 100, 101, 95.5, '95']) {
      const answer = await setRule(w.test.admin, { [name]: value });
      if (answer.statusCode === 200) taken.push(value);
      else expect(answer.json()).toMatchObject({ error: 'VALIDATION', details: { [name]: [/./] } });
    }
    expect(taken).toEqual([50, 100]);
  });

  it('is changed by nobody who may not change settings', async () => {
    const { version } = await read<Rule>(w.test.admin, RULE);
    const payload = { min_completion_pct: 60 };
    for (const role of ['manager', 'analyst'] as const) {
      const by = await w.test.signIn(role);
      expect((await call(w.test, by, 'PATCH', RULE, { payload, version })).statusCode).toBe(403);
    }
  });
});

describe('a change', () => {
  const playsUnder = makePlaysUnder(() => w);
  const span = () => `from=${instant(w.clock.now() - HOUR_MS)}&to=${instant(w.clock.now() + HOUR_MS)}`;
  const rollUp = () => rollUpPlays(w.test.server, error => expect.unreachable(String(error)));
  /** Of all that counts plays, each by its own way. */
  async function figures(campaign_id: string, budget_id: string, between: string) {
    const { admin } = w.test;
    const only = `${between}&campaign_id=${campaign_id}`;
    const { now } = await read<Answer<typeof analyticsOverview>>(admin, `/api/analytics/overview?${only}`);
    const { items } = await read<{ items: Play[] }>(admin, `/api/programmatic/plays?${only}`);
    const csv = (await call(w.test, admin, 'GET', `/api/programmatic/plays/export?${only}`)).body;
    const [head, ...lines] = csv
      .trim()
      .split(/\r?\n/)
      .map(line => line.split(','));
    const at = head!.indexOf('counts');
    return {
      plays: items.length,
      analytics: now.completed,
      page: items.filter(({ counts }) => counts).length,
      file: lines.filter(line => line[at] === 'yes').length,
      campaign: (await w.read(campaign_id)).delivered,
      budget: (await read<Budget>(admin, `/api/budgets/${budget_id}`)).spent_minor / 10,
    };
  }
  const all = (n: number, plays: number) => ({
    ...{ plays, analytics: n, page: n, file: n, campaign: n, budget: n },
  });

  it('holds for what is received after it, and restates nothing: figures, proofs, goals, budgets and invoices agree', async () => {
    const { id } = await addLiveCampaign(w.test, w.both(), {
      ...{ creatives: w.shown(), pacing: 'asap', goal_amount: 100, bid_micros: 100_000_000 },
    });
    const budget = await call(w.test, w.test.admin, 'POST', '/api/budgets', {
      payload: { name: 'November', scope: 'tenant', period: 'month', amount_minor: 10_000 },
    });
    const between = span();
    const now = () => figures(id, budget.json<Budget>().id, between);
    const pulled = await w.screen.call('POST', '/api/player/leases/pull', { held: [], returned: [] });
    const [lease] = pulled.json<PulledLeases>().leases;
    const play = async (n: number, fields: object = {}) =>
      expect(await playsUnder(w.screen, lease!, n, fields)).toEqual(Array(n).fill('accepted'));

    await play(2, ALMOST);
    expect(await now()).toEqual(all(2, 2));
    await useRule(w.test.admin, { min_completion_pct: 98 });
    expect(await now()).toEqual(all(2, 2));
    await play(1, ALMOST);
    expect(await now()).toEqual(all(2, 3));
    await play(1);
    expect(await now()).toEqual(all(3, 4));

    /** Hours are made of the plays once more. */
    await w.pass(10 * 60_000);
    await rollUp();
    expect(await now()).toEqual(all(3, 4));
    await useRule(w.test.admin, { min_completion_pct: 50 });
    expect(await now()).toEqual(all(3, 4));

    const { items } = await read<{ items: Play[] }>(
      w.test.admin,
      `/api/programmatic/plays?campaign_id=${id}`,
    );
    const rules = items.map(({ counts, ...of }) => [of.min_completion_pct, of.min_visible_pct, counts]);
    expect(rules.reverse()).toEqual([
      [95, 98, true],
      [95, 98, true],
      [98, 98, false],
      [98, 98, true],
    ]);
    const invoice = await call(w.test, w.test.admin, 'POST', '/api/invoices', {
      payload: {
        ...{ customer_name: 'Harbour Coffee', period_from: '2026-11-01', period_to: '2026-11-30' },
      },
    });
    expect(invoice.json<InvoiceDetail>().lines).toMatchObject([{ qty: 3 }]);
  });
});

describe('a play is judged by the rule', () => {
  /** A screen of a tenant of its own, and what becomes of a play of 96 % there. */
  async function fleet(parent_id: string | null = null) {
    const tenant_id = await w.test.addTenant(`counting-${crypto.randomUUID().slice(0, 8)}`);
    await w.test.db.update(tenants).set({ parent_id }).where(eq(tenants.id, tenant_id));
    const admin = await w.test.signIn('admin', tenant_id);
    const { id, asset } = await addCreative(w.test, admin);
    const screen = makeScreen(w.test);
    await screen.pair(admin);
    const ledger = screen.ledger();
    const judged = async () => {
      const record = await ledger.play({ id, sha256: asset.sha256 }, ALMOST);
      w.clock.jump(20_000);
      const { verdicts } = (await screen.send([record])).json<Verdicts>();
      expect(verdicts).toMatchObject([{ verdict: 'accepted' }]);
      const play = await read<Play>(admin, `/api/programmatic/plays/${record.play_id}`);
      return [play.min_completion_pct, play.min_visible_pct, play.counts];
    };
    return { admin, judged };
  }

  it('of the tenant whose screen showed it, and of no other', async () => {
    const [one, other] = [await fleet(), await fleet()];
    await useRule(one.admin, { min_completion_pct: 97, min_visible_pct: 90 });
    expect(await one.judged()).toEqual([97, 90, false]);
    expect(await other.judged()).toEqual([95, 98, true]);
  });

  it('of a sub-tenant, where the screen is that one’s', async () => {
    await useRule(w.test.admin, { min_completion_pct: 100 });
    const below = await fleet(w.test.tenant_id);
    expect(await below.judged()).toEqual([95, 98, true]);
    await useRule(below.admin, { min_completion_pct: 97 });
    expect(await below.judged()).toEqual([97, 98, false]);
  });

  it('of the platform, where the tenant has set none', async () => {
    const [own, none] = [await fleet(), await fleet()];
    await useRule(own.admin, { min_completion_pct: 60 });
    await useRule(await staff(), { min_completion_pct: 97 });
    expect(await read(none.admin, RULE)).toMatchObject({
      effective: { ...DEFAULT, min_completion_pct: 97 },
      origins: { min_completion_pct: 'platform', min_visible_pct: 'product' },
    });
    expect(await none.judged()).toEqual([97, 98, false]);
    expect(await own.judged()).toEqual([60, 98, true]);
    await useRule(await staff(), NONE);
    expect(await none.judged()).toEqual([95, 98, true]);
  });
});
