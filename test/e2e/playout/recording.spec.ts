/** What a playing screen decides is made again from what it handed in, to the last reason. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { devicePlaces } from '../../../shared/contract/fleet/live.ts';
import { UNREADY_REASONS } from '../../../shared/contract/playout/decisions.ts';
import type { readRecording, RecordedDecision } from '../../../shared/contract/proof/recording.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { remake, simulateFrom } from '../../../shared/playout/recording/remake.ts';
import { seededUnit } from '../../../shared/random.ts';
import { knob, panel, wake } from '../support/screen/kiosk.ts';
import { Screen } from '../support/screen/screen.ts';
import { Api } from '../support/server/api.ts';
import { test } from '../support/server/demoServer.ts';

/** The long lane asks for five times two thousand. */
const DECISIONS = Number(process.env['DECISIONS'] ?? 200);
/** Which way it goes in and out of the place of a campaign, and when it is asked for its place. */
const SEED = Number(process.env['SEED'] ?? 0);
const ITEM_MS = 3_000;
const MS_A_DECISION = 400;
const file = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures/markers', name));
const centre = { lat: 38.72, lng: -9.14 };
/** In and out of the place of a campaign, which lies around its centre. */
const PLACES = [0, 1_000].map(m => ({
  latitude: centre.lat + m / 111_195,
  longitude: centre.lng,
  accuracy: 20,
}));
interface Row {
  id: string;
  version: number;
}
type Recording = Answer<typeof readRecording>;

test(
  `${DECISIONS} decisions of a playing screen are the same when they are made again from what it handed in`,
  { tag: '@again' },
  async ({ staff, demoServer: { origin } }) => {
    test.setTimeout(120_000 + DECISIONS * MS_A_DECISION);
    const screen = new Screen();
    const seller = await new Api(origin).enterAs('manager');
    const upload = (name: string) => {
      const blob = new Blob([file(name)]);
      return staff.upload(blob, blob.size, name);
    };
    try {
      const [first, second, sold] = [await upload('i1.jpg'), await upload('i3.jpg'), await upload('i2.jpg')];
      const playlist = await staff.call<Row>('POST', '/api/playlists', { name: 'Recorded' });
      const path = `/api/playlists/${playlist.id}`;
      const items = [first, second].map(creative_id => ({ creative_id, duration_ms: ITEM_MS }));
      await staff.call('PUT', `${path}/items`, { items }, playlist.version);
      await staff.call('POST', `${path}/publish`, {});
      await screen.open(`${origin}/player`, { watch: false, first: page => page.clock.install() });
      await screen.context.grantPermissions(['geolocation']);
      await screen.context.setGeolocation(PLACES[0]!);
      const { page } = screen;
      const code = await page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/).innerText();
      const device = await staff.call<Row>('POST', '/api/devices/pair', { code, name: 'Taxi 3161' });
      await staff.call('POST', `${path}/assign`, { device_ids: [device.id] });

      const campaigns: string[] = [];
      const now = Date.now();
      const hours = (n: number) => new Date(now + n * 3_600_000).toISOString();
      async function sell(name: string, more: object, targeting: object = {}, flight: object = {}) {
        const { id } = await seller.call<Row>('POST', '/api/campaigns', {
          ...{ name, advertiser: name, goal: 'share', pacing: 'asap', tz: 'UTC' },
          flights: [{ starts_at: hours(-1), ends_at: hours(48), ...flight }],
          targeting: { device_ids: [device.id], ...targeting },
          creatives: [{ creative_id: sold, weight: 1 }],
          ...more,
        });
        await seller.call('POST', `/api/campaigns/${id}/submit`, {});
        await staff.call('POST', `/api/campaigns/${id}/approve`, {});
        campaigns.push(id);
      }
      const plays = { goal: 'plays', goal_amount: 100_000 };
      await sell('Around the centre', plays, { fences: [{ shape: 'circle', ...centre, radius_m: 200 }] });
      await sell('Seldom', { ...plays, max_per_hour: 3 });
      await sell('Not yet', plays, {}, { starts_at: hours(24) });

      await wake(page);
      await knob(page).click();
      for (const name of ['Use this screen’s place', /report/i]) {
        const allow = panel(page).getByRole('button', { name }).first();
        await allow.click();
        await expect(allow).toHaveAttribute('aria-pressed', 'true');
      }
      await page.reload();

      const heldCampaigns = async () => {
        await page.clock.runFor(31_000);
        const documents = await staff.call<{ flights: { lines: unknown[] } | null }>(
          'GET',
          `/api/devices/${device.id}/documents`,
        );
        return documents.flights?.lines.length ?? 0;
      };
      await expect.poll(heldCampaigns, { timeout: 60_000 }).toBeGreaterThanOrEqual(campaigns.length);
      /** Until it has its place, every decision would be that it is unknown. */
      const reportsPlace = async () => {
        await screen.context.setGeolocation(PLACES[0]!);
        await page.clock.runFor(31_000);
        const { items } = await staff.call<Answer<typeof devicePlaces>>('GET', '/api/devices/places');
        return items.find(({ id }) => id === device.id)?.place?.at != null;
      };
      await expect.poll(reportsPlace, { timeout: 60_000 }).toBe(true);
      await staff.call('POST', `/api/devices/${device.id}/commands`, {
        ...{ kind: 'record_decisions', params: { decisions: DECISIONS } },
      });

      const read = async () => {
        const decisions: RecordedDecision[] = [];
        const texts = new Map<string, string>();
        for (let after: number | null = -1; after !== null;) {
          const answer: Recording = await staff.call<Recording>(
            'GET',
            `/api/devices/${device.id}/recorded-decisions?after=${after}`,
          );
          decisions.push(...answer.decisions);
          for (const { sha256, text } of answer.documents) texts.set(sha256, text);
          after = answer.next;
        }
        return { decisions, texts };
      };
      const random = seededUnit(SEED);
      let [step, recording, inside] = [0, await read(), true];
      while (recording.decisions.length < DECISIONS) {
        if (random() < 1 / 8) inside = !inside;
        const accuracy = 15 + Math.round(60 * random());
        await screen.context.setGeolocation({ ...PLACES[inside ? 0 : 1]!, accuracy });
        await page.clock.runFor(ITEM_MS);
        if (++step % 50 === 0) recording = await read();
      }

      const { decisions, texts } = recording;
      for (const [sha256, text] of texts)
        expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
      const textOf = (sha256: string) => texts.get(sha256)!;
      const remade = decisions.map(record => remake(record, textOf));
      const recorded = decisions.map(({ chosen, reasons }) => ({ chosen, reasons }));
      expect(remade).toEqual(recorded);
      const simulated = decisions.map(record => simulateFrom(record, textOf));
      expect(simulated.map(one => one?.chosen)).toEqual(decisions.map(({ chosen }) => chosen));
      const refusals = ['chosen', 'outranked', 'not_cached', ...UNREADY_REASONS] as string[];
      expect(simulated.map(one => one?.refused)).toEqual(
        decisions.map(({ reasons }) => reasons.filter(({ reason }) => !refusals.includes(reason))),
      );
      const reasons = new Map<string, number>();
      for (const { reason } of decisions.flatMap(one => one.reasons))
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      console.log(
        `figures ${JSON.stringify({ decisions: decisions.length, reasons: Object.fromEntries(reasons) })}`,
      );
      expect(decisions.map(({ n }) => n)).toEqual(decisions.map((_, n) => n));
      for (const reason of ['chosen', 'place', 'not_yet']) expect([...reasons.keys()]).toContain(reason);
      expect(decisions.some(({ chosen }) => chosen?.line_id === null)).toBe(true);
    } finally {
      await screen.remove();
    }
  },
);
