/** A tenant with two screens, and partners that answer as a test says. */
import { eq } from 'drizzle-orm';
import { partners } from '../../../../server/db/schema.ts';
import type { PartnerAnswer, PartnerCall } from '../../../../server/programmatic/calls/callPartner.ts';
import type { Partner } from '../../../../shared/contract/programmatic/partner.ts';
import { makeScreen } from '../../../support/device.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServerOptions } from '../../../support/server/server.ts';

export async function businessWorld(options: TestServerOptions = {}) {
  const test = await startTestServer({ ...options, config: { mockDsp: true, ...options.config } });
  const screens = ['Cab 1', 'Cab 2'].map(name => ({ name, screen: makeScreen(test) }));
  for (const { name, screen } of screens) await screen.pair(test.admin, { name });
  const calls: PartnerCall[] = [];
  let answer: () => Partial<PartnerAnswer> = () => ({ status: 204 });
  test.server.partnerCalls = {
    ...test.server.partnerCalls,
    call(request) {
      calls.push(request);
      return Promise.resolve({
        ...{ status: 200, headers: {}, bytes: Buffer.from('{}'), latency_ms: 12, isReused: false },
        ...answer(),
      });
    },
  };
  const send = async <T = Partner>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    version?: number,
  ) => {
    const answered = await call(test, test.admin, method, `/api/programmatic/${path}`, {
      ...(payload !== undefined && { payload }),
      ...(version !== undefined && { version }),
    });
    return { status: answered.statusCode, body: (answered.body === '' ? null : answered.json()) as T };
  };
  const PARTNER = {
    ...{ name: 'Roadside', kind: 'openrtb_dsp', endpoint_url: 'https://bid.example/rtb' },
    currencies: ['EUR'],
  };
  return {
    ...{ test, calls, send, device_ids: screens.map(({ screen }) => screen.id) },
    answers: (next: () => Partial<PartnerAnswer>) => void (answer = next),
    addPartner: async (more: object = {}) => (await send('POST', 'partners', { ...PARTNER, ...more })).body,
    setState: (id: string, state: Partner['state']) =>
      test.db.update(partners).set({ state }).where(eq(partners.id, id)),
  };
}
