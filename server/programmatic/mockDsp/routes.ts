/** The mock bidder as a part of the server. */
import type { FastifyInstance } from 'fastify';
import { instant, sleep } from '../../../shared/clock.ts';
import { mockBid, mockNotice, mockNotices } from '../../../shared/contract/programmatic/tester/mockDsp.ts';
import type { Server } from '../../context/server.ts';
import { mount } from '../../http/route.ts';
import { mockAnswer } from './answers.ts';
import { openNotices } from './notices.ts';

export function mockDspRoutes(app: FastifyInstance, { config, clock, local }: Server): void {
  if (!config.mockDsp) return;
  const notices = openNotices();
  mount(app, mockBid, async ({ body, query, reply }) => {
    const origin = local.origin ?? '';
    const { status, body: answer, delay_ms } = mockAnswer(body, query.profile, { origin, now: clock.now() });
    if (delay_ms > 0) await sleep(clock, delay_ms);
    return answer === null
      ? reply.code(status).send()
      : reply.code(status).type('application/json').send(answer);
  });
  mount(app, mockNotice, ({ query, reply }) => reply.code(notices.take(query, instant(clock.now()))).send());
  mount(app, mockNotices, () => ({ items: notices.list() }));
}
