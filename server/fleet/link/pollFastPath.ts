/** A poll that brings nothing, and that its screen has signed before, is answered before the framework routes it. */
import type { FastifyInstance } from 'fastify';
import { ALERTS_VERSION_HEADER } from '../../../shared/contract/alerts/alertSignals.ts';
import { manifest } from '../../../shared/contract/playout/manifest.ts';
import type { Server } from '../../context/server.ts';
import { SERVER_TIME_HEADER } from '../../http/serverTime.ts';
import { answerBeforeRoutes, REQUEST_ID_HEADER, type Ports } from './fastPath.ts';

const NOT_MODIFIED = 304;
/** What RFC 9110 §15.4.5 has a 304 say, and what a screen reads: it holds the rest of the answer, and pays for each byte. */
const OF_UNCHANGED: readonly string[] = [
  ...['etag', 'cache-control', 'vary'],
  ...[REQUEST_ID_HEADER, SERVER_TIME_HEADER, ALERTS_VERSION_HEADER],
];

export const etagOf = (manifest_version: number) => `"v${manifest_version}"`;

export function answerUnchangedPolls(app: FastifyInstance, server: Server, ports: Ports): void {
  answerBeforeRoutes(app, server, ports, {
    method: 'GET',
    path: manifest.path,
    status: NOT_MODIFIED,
    keptHeaders: OF_UNCHANGED,
    answers({ headers }, origin) {
      const seen = headers['if-none-match'];
      const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
      if (seen === undefined || hasBody) return null;
      const signed = { method: 'GET', url: manifest.path, headers, rawBody: null };
      const screen = ports.network.recognise(signed, origin);
      if (screen === null || seen !== etagOf(screen.device.manifest_version)) return null;
      return { tenant_id: screen.principal.tenant_id, headers: { etag: seen } };
    },
  });
}
