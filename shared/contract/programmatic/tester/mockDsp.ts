/** The mock bidder: off unless the server is started with it, and reached from its own machine alone (contract §5). */
import * as z from 'zod/mini';
import { endpoint } from '../../wire/endpoint.ts';
import { MAX_PAYLOAD_BYTES, MOCK_PROFILES } from './openrtb.ts';

const access = { who: 'loopback' } as const;
export const mockBid = endpoint({
  method: 'POST',
  path: '/mock-dsp/bid',
  access,
  summary: 'Answer a bid request as the profile says',
  bodyLimit: MAX_PAYLOAD_BYTES,
  query: z.object({ profile: z._default(z.enum(MOCK_PROFILES), 'bid') }),
  body: z.unknown(),
  answer: 'text',
});
/** 503 once to the billing notice of a slow bidder, else 204. */
export const mockNotice = endpoint({
  method: 'GET',
  path: '/mock-dsp/notice',
  access,
  summary: 'Take a notice of a bid',
  query: z.record(z.string(), z.string()),
  answer: 'text',
});
export const mockNotices = endpoint({
  method: 'GET',
  path: '/mock-dsp/notices',
  access,
  summary: 'The notices that were taken, the newest first',
  answer: z.object({
    items: z.array(
      z.object({
        at: z.string(),
        kind: z.string(),
        bid: z.string(),
        query: z.record(z.string(), z.string()),
        status: z.int(),
      }),
    ),
  }),
});
