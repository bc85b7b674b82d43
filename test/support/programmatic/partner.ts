/** A partner on this machine: a real HTTP server that answers as a test says, and the way out to it. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openPartnerCalls } from '../../../server/programmatic/calls/callPartner.ts';
import { isPublicAddress } from '../../../server/net/outbound.ts';

export interface PartnerAnswer {
  status: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
  delay_ms?: number;
  /** Its head comes, then a blank now and then, and no end. */
  drips?: true;
}
export interface PartnerRequest {
  path: string;
  body: string;
  headers: IncomingMessage['headers'];
}

const DRIP_MS = 20;
export async function startPartner() {
  const requests: PartnerRequest[] = [];
  const state: { answer: (requests: PartnerRequest) => PartnerAnswer } = { answer: () => ({ status: 204 }) };
  const http = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        body: Buffer.concat(parts).toString(),
        headers: request.headers,
      };
      requests.push(one);
      const { status, body, headers, delay_ms = 0, drips } = state.answer(one);
      const begin = () => response.writeHead(status, { 'content-type': 'application/json', ...headers });
      if (drips) {
        const drip = setInterval(() => response.write(' '), DRIP_MS);
        response.on('close', () => clearInterval(drip));
        return void begin().write(' ');
      }
      const send = () => begin().end(body);
      if (delay_ms === 0) send();
      else setTimeout(send, delay_ms);
    });
  });
  await new Promise<void>(done => http.listen(0, '127.0.0.1', done));
  const { port } = http.address() as AddressInfo;
  return {
    requests,
    state,
    origin: `http://dsp.example:${port}`,
    /** In a test the partner's own machine stands for a public one. */
    calls: openPartnerCalls({
      resolve: () => Promise.resolve(['127.0.0.1']),
      isAllowed: address => address === '127.0.0.1' || isPublicAddress(address),
    }),
    close: () =>
      new Promise<void>(done => {
        http.closeAllConnections();
        http.close(() => done());
      }),
  };
}
export type TestPartner = Awaited<ReturnType<typeof startPartner>>;
