/** Spots that are sold ahead, played without a link and billed on proof: everything that was won ends once, whatever is killed. */
import { expect, it } from 'vitest';
import { isAtLength } from '../../../support/dailyShare.ts';
import { PARTNERS } from './market.ts';
import { simulate, type Simulated, type Simulation } from './simulate.ts';
import { centsOf, readBooks, reportOf, type Books } from './sums.ts';

const of = (name: string, usual: number) => Number(process.env[name] ?? usual);
/** The embedded engine is a part of the process and cannot go away alone. */
const KILLS = process.env['TEST_DATABASE_URL'] === undefined ? 0 : of('KILLS', isAtLength ? 20 : 1);
const SIZE: Simulated = isAtLength
  ? { devices: of('DEVICES', 1_000), hours: of('HOURS', 3), offline_h: 4, kills: KILLS }
  : { devices: of('DEVICES', 4), hours: of('HOURS', 1.25), offline_h: 0.5, kills: KILLS };

it(`${SIZE.devices} screens, ${PARTNERS.length} partners, ${KILLS} kills: every spot that was won is billed once, released or a makegood, and all books agree`, async () => {
  const simulation = await simulate(SIZE);
  try {
    const books = await readBooks(simulation);
    writeFigures(simulation, books);
    expect.soft(simulation.lives.faults).toEqual([]);
    expect.soft(simulation.lives.kills()).toBe(KILLS);
    requireOneEndEach(books);
    requireSums(simulation, books);
    requireNotices(books);
    await requireReport(simulation, books);
  } finally {
    await simulation.lives.close();
  }
}, 14_400_000);

const count = (all: readonly unknown[]) => all.length;
const sum = (all: readonly number[]) => all.reduce((total, n) => total + n, 0);

function writeFigures({ lives, took_s, unanswered }: Simulation, { rows, endings, verdicts }: Books) {
  const figures = {
    ...{ devices: SIZE.devices, hours: SIZE.hours, kills: lives.kills() },
    ...{ auctions: count(rows.auctions), bid_requests: count(rows.calls), notices: count(rows.notices) },
    ...{ billed: endings.billed, released: endings.released, makegood: endings.makegood },
    ...{ second_spots: rows.bids.filter(({ replanned_at }) => replanned_at !== null).length },
    ...{
      plays: verdicts['accepted'] ?? 0,
      calls_without_answer: unanswered,
      postponed: lives.postponed(),
      seconds: Math.round(took_s),
    },
  };
  process.stdout.write(`figures ${JSON.stringify(figures)}\n`);
}

function requireOneEndEach({ unsettled, endings, spots, noticesOf }: Books) {
  const kinds = unsettled.map(({ id, spot_state, spot_reason }) => {
    const owed = [...(noticesOf.get(id)?.values() ?? [])].map(
      ({ kind, state, tries }) => `${kind} ${state} ${tries}`,
    );
    return [spot_state, spot_reason, ...owed.sort()].join(', ');
  });
  expect(
    Object.fromEntries([...new Set(kinds)].map(kind => [kind, kinds.filter(one => one === kind).length])),
  ).toEqual({});
  expect(endings.billed + endings.released + endings.makegood).toBe(count(spots));
  expect(endings.billed).toBeGreaterThan(0);
}

/** Auctions, calls, bids, leases and plays. */
function requireSums({ screens }: Simulation, { rows, spots, billed, byPartner, verdicts }: Books) {
  const won = rows.auctions.filter(({ status }) => status === 'won');
  expect(count(rows.calls)).toBe(count(rows.auctions) * count(PARTNERS));
  expect(won.map(({ winner_bid_id }) => winner_bid_id).sort()).toEqual(spots.map(({ id }) => id).sort());
  expect(
    new Set(rows.auctions.map(({ placement_id, play_from }) => `${placement_id} ${play_from.getTime()}`))
      .size,
  ).toBe(count(rows.auctions));
  const leaseIds = spots.flatMap(({ lease_id, displaced_lease_id }) => [
    ...[lease_id, displaced_lease_id].filter(id => id !== null),
  ]);
  expect(rows.leases.map(({ id }) => id).sort()).toEqual(leaseIds.sort());
  /** A lease is of one play, and what is billed was played under the lease of its spot. */
  const playsOf = new Map<string, typeof rows.plays>();
  for (const play of rows.plays)
    playsOf.set(play.lease_id ?? '', [...(playsOf.get(play.lease_id ?? '') ?? []), play]);
  expect([...playsOf.values()].filter(own => own.length > 1)).toEqual([]);
  for (const { lease_id, play_id } of billed)
    expect(playsOf.get(lease_id ?? '')?.map(play => play.play_id)).toEqual([play_id]);
  expect(screens.map(({ vehicle }) => vehicle.waiting()).filter(n => n > 0)).toEqual([]);
  /** What was handed in before a kill and answered after it comes twice. */
  const others = Object.keys(verdicts).filter(
    name => !name.startsWith('accepted') && !name.startsWith('duplicate'),
  );
  expect(others).toEqual([]);
  if (KILLS === 0) expect(byPartner.map(one => one.requests)).toEqual(byPartner.map(one => one.received));
  else expect(byPartner.filter(one => one.requests > one.received)).toEqual([]);
}

/** What partners were told is what was done: one of two ends, and each of what was taken for good. */
function requireNotices({ rows, spots, noticesOf, receivedOf, endings, byPartner }: Books) {
  expect(rows.notices.filter(({ ended_at }) => ended_at === null)).toEqual([]);
  const stateOf = (id: string, kind: 'nurl' | 'burl' | 'lurl') => noticesOf.get(id)?.get(kind)?.state;
  expect(spots.filter(({ id }) => stateOf(id, 'nurl') === undefined)).toEqual([]);
  const isOwed = (kind: 'burl' | 'lurl') =>
    count(spots.filter(({ id }) => ![undefined, 'cancelled'].includes(stateOf(id, kind))));
  expect(isOwed('burl')).toBe(endings.billed);
  expect(isOwed('lurl')).toBe(endings.released + endings.makegood);
  const contradictory = spots.filter(bid => receivedOf('burl', bid) && receivedOf('lurl', bid));
  expect(contradictory.map(({ id }) => id)).toEqual([]);
  for (const bid of spots)
    for (const kind of ['nurl', 'burl', 'lurl'] as const) {
      const state = stateOf(bid.id, kind);
      if (state === 'ok') expect(receivedOf(kind, bid)).toBeDefined();
      if (state === undefined || state === 'cancelled') expect(receivedOf(kind, bid)).toBeUndefined();
    }
  for (const { confirmed, burls, confirmedCost, burlCost } of byPartner)
    expect({ burls, cost: burlCost }).toEqual({ burls: confirmed, cost: confirmedCost });
}

async function requireReport(simulation: Simulation, { byPartner, billed }: Books) {
  const { rows, totals } = await reportOf(simulation.lives.life().test, simulation);
  const ours = byPartner.map(({ name, requests, bids, wins, plays, cost }) => ({
    ...{ name, requests, bids, wins, plays, cents: centsOf(cost) },
  }));
  const reported = rows.map(([name, requests, bids, wins, plays, , , revenue]) => ({
    ...{ name, requests, bids, wins, plays, cents: BigInt(Math.round(Number(revenue) * 100)) },
  }));
  const byName = (a: { name: unknown }, b: { name: unknown }) => String(a.name).localeCompare(String(b.name));
  expect(reported.sort(byName)).toEqual(ours.sort(byName));
  expect(totals.plays).toBe(count(billed));
  expect(sum(byPartner.map(({ wins }) => wins))).toBe(sum(reported.map(({ wins }) => Number(wins))));
}
