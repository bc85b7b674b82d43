/** `npm run mock-dsp`: the mock bidder alone, for anybody who has a seller to test. */
import Fastify from 'fastify';
import { systemClock } from '../../../shared/clock.ts';
import { MOCK_PROFILES } from '../../../shared/contract/programmatic/tester/openrtb.ts';
import { mockDsp } from './routes.ts';

const PORT = Number(process.env['PORT'] ?? 8091);
const HOST = process.env['HOST'] ?? '127.0.0.1';

const app = Fastify();
mockDsp(app, { clock: systemClock }, host => `http://${host ?? `${HOST}:${PORT}`}`);
await app.listen({ port: PORT, host: HOST });
process.stdout.write(`POST http://${HOST}:${PORT}/mock-dsp/bid?profile=… with ${MOCK_PROFILES.join(', ')}\n`);
