/** A seller, a decider and a screen, for the tests of campaigns. */
import type { FlightsDocument } from '../../../shared/contract/playout/flights.ts';
import type { Campaign } from '../../../shared/contract/sales/campaign.ts';
import { advanceCampaigns } from '../../../server/sales/campaigns/advance.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen } from '../../support/device.ts';
import { act } from '../../support/server/rows/sales/campaigns.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServerOptions } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

export const DAY_MS = 86_400_000;

export async function campaignWorld(more: Pick<TestServerOptions, 'partnerCalls'> = {}) {
  const clock = manualClock(Date.parse('2026-11-24T09:00:00.000Z'));
  const test = await startTestServer({ clock, ...more });
  const screen = makeScreen(test);
  await screen.pair(test.admin, { name: 'Taxi 101' });
  const spot = await addCreative(test, test.admin);
  const world = {
    clock,
    test,
    seller: await test.signIn('manager'),
    screen,
    spot,
    shown: () => [{ creative_id: spot.id, weight: 10 }],
    both: () => ({ by: world.seller, decider: test.admin }),
    read: async (id: string) =>
      (await call(test, world.seller, 'GET', `/api/campaigns/${id}`)).json<Campaign>(),
    advance: () =>
      advanceCampaigns(test.server, error => {
        throw error;
      }),
    /** What the screen holds of campaigns; null where its head names no such document. */
    async lines() {
      const named = (await screen.head()).documents.find(({ kind }) => kind === 'flights');
      if (!named) return null;
      const answer = await screen.call('GET', `/api/player/documents/${named.sha256}`);
      return answer.json<FlightsDocument>().lines;
    },
    async over(id: string) {
      await act(test, test.admin, id, 'end', { reason: 'The booking was cancelled.' });
    },
    /** Nobody stays signed in for long. */
    async pass(ms: number) {
      await clock.advance(ms);
      test.admin = await test.signIn('admin');
      world.seller = await test.signIn('manager');
    },
  };
  return world;
}
