/** `npm run mock-dsp`: the mock bidder alone, for anybody who has a seller to test. */
import Fastify from 'fastify';
import { instant, sleep, systemClock } from '../../../shared/clock.ts';
import { MAX_PAYLOAD_BYTES, MOCK_PROFILES } from '../../../shared/contract/programmatic/tester/openrtb.ts';
import { mockAnswer } from './answers.ts';
import { openNotices } from './notices.ts';

const PORT = Number(process.env['PORT'] ?? 8091);
const HOST = process.env['HOST'] ?? '127.0.0.1';
const UNKNOWN_PROFILE = 400;

const app = Fastify({ bodyLimit: MAX_PAYLOAD_BYTES });
const notices = openNotices();

app.post<{ Querystring: { profile?: string } }>('/mock-dsp/bid', async (request, reply) => {
  const wanted = request.query.profile ?? 'bid';
  const profile = MOCK_PROFILES.find(name => name === wanted);
  if (profile === undefined)
    return reply.code(UNKNOWN_PROFILE).send({ error: `profile is one of ${MOCK_PROFILES.join(', ')}` });
  const origin = `http://${request.headers.host ?? `${HOST}:${PORT}`}`;
  const answer = mockAnswer(request.body, profile, { origin, now: systemClock.now() });
  if (answer.delay_ms > 0) await sleep(systemClock, answer.delay_ms);
  reply.code(answer.status);
  return answer.body === null ? reply.send() : reply.type('application/json').send(answer.body);
});
app.get<{ Querystring: Record<string, string> }>('/mock-dsp/notice', (request, reply) =>
  reply.code(notices.take(request.query, instant(systemClock.now()))).send(),
);
app.get('/mock-dsp/notices', () => ({ items: notices.list() }));

await app.listen({ port: PORT, host: HOST });
process.stdout.write(
  `Mock DSP: POST http://${HOST}:${PORT}/mock-dsp/bid?profile=${MOCK_PROFILES.join('|')}\n`,
);
