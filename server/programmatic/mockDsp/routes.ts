/** The mock bidder as a part of the server, for callers on the same machine; it is no part of the API. */
import type { FastifyInstance } from 'fastify';
import { instant, sleep } from '../../../shared/clock.ts';
import { MAX_PAYLOAD_BYTES, MOCK_PROFILES } from '../../../shared/contract/programmatic/tester/openrtb.ts';
import type { Server } from '../../context/server.ts';
import { mockAnswer } from './answers.ts';
import { openNotices } from './notices.ts';

const config = { access: { who: 'loopback' } } as const;
const UNKNOWN_PROFILE = 400;
interface Bid {
  Querystring: { profile?: string };
}
interface Notice {
  Querystring: Record<string, string>;
}

/** `originOf`: where the notices it asks for are reached. */
export function mockDsp(
  app: FastifyInstance,
  { clock }: Pick<Server, 'clock'>,
  originOf: (host: string | undefined) => string,
): void {
  const notices = openNotices();
  app.post<Bid>('/mock-dsp/bid', { config, bodyLimit: MAX_PAYLOAD_BYTES }, async (request, reply) => {
    const wanted = request.query.profile ?? 'bid';
    const profile = MOCK_PROFILES.find(name => name === wanted);
    if (profile === undefined)
      return reply.code(UNKNOWN_PROFILE).send({ error: `profile is one of ${MOCK_PROFILES.join(', ')}` });
    const origin = originOf(request.headers.host);
    const answer = mockAnswer(request.body, profile, { origin, now: clock.now() });
    if (answer.delay_ms > 0) await sleep(clock, answer.delay_ms);
    reply.code(answer.status);
    return answer.body === null ? reply.send() : reply.type('application/json').send(answer.body);
  });
  const take = (query: Record<string, string>) => notices.take(query, instant(clock.now()));
  app.get<Notice>('/mock-dsp/notice', { config }, (request, reply) => reply.code(take(request.query)).send());
  app.post<Notice>('/mock-dsp/notice', { config }, (request, reply) =>
    reply.code(take(request.query)).send(),
  );
  app.get('/mock-dsp/notices', { config }, () => ({ items: notices.list() }));
}

export function mockDspRoutes(app: FastifyInstance, server: Server): void {
  if (server.config.mockDsp) mockDsp(app, server, () => server.local.origin ?? '');
}
