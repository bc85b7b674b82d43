/** Routes of the player: pairing, manifest, heartbeat, time. */
import type { FastifyInstance } from 'fastify';
import * as manifest from '../../../shared/contract/playout/manifest.ts';
import * as pairing from '../../../shared/contract/fleet/pairing.ts';
import { documentFor } from '../../playout/documents.ts';
import { requireFound } from '../../db/rows.ts';
import { mount } from '../../http/route.ts';
import type { Server } from '../../context/server.ts';
import { deliverCommands } from '../commands/deliver.ts';
import { issueCode, pairingStateOf } from '../pairing/codes.ts';
import { headOf } from '../../playout/heads.ts';
import type { Network } from './network.ts';
import type { ReportAnswerer } from './reports.ts';
import { etagOf } from './pollFastPath.ts';

const IMMUTABLE = 'private, max-age=31536000, immutable';

export function playerRoutes(
  app: FastifyInstance,
  server: Server,
  { network, answerReport }: { network: Network; answerReport: ReportAnswerer },
): void {
  const { clock } = server;
  const versionOf = async (device_id: string) =>
    (await network.cachedDevice(device_id))?.manifest_version ?? 0;

  mount(app, pairing.startPairing, async ({ principal, body, request }) => {
    const row = await issueCode(server, principal, body.facts);
    await network.onPairing?.(request, row.id);
    return {
      id: row.id,
      code: row.code,
      expires_at: row.expires_at.toISOString(),
      server_ms: clock.now(),
      now: await pairingStateOf(server, principal, row.id),
    };
  });
  mount(app, pairing.pairingState, ({ principal, params }) => pairingStateOf(server, principal, params.id));

  mount(app, manifest.manifest, async ({ principal, inTenant, request, reply }) => {
    const version = await versionOf(principal.device_id);
    const etag = etagOf(version);
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return requireFound(await inTenant(ctx => headOf(ctx, principal.device_id, version)), 'manifest');
  });
  mount(app, manifest.document, async ({ principal, inTenant, params, reply }) => {
    const stored = await inTenant(ctx => documentFor(ctx, principal.device_id, params.sha256));
    const body = requireFound(stored, 'document');
    reply.header('etag', `"${params.sha256}"`).header('cache-control', IMMUTABLE);
    return reply.type('application/json').send(Buffer.from(body));
  });

  mount(app, manifest.heartbeat, async ({ principal, inTenant, body }) => {
    const device = await network.cachedDevice(principal.device_id);
    const answer = await answerReport(principal, body, device);
    if (!device?.hasPendingCommands) return answer;
    const commands = await inTenant(ctx => deliverCommands(ctx, principal.device_id));
    /** A new command invalidates this cache entry, so the flag cannot hide it. */
    if (commands.length === 0) device.hasPendingCommands = false;
    return { ...answer, commands };
  });
  mount(app, manifest.playerTime, () => {
    const received_ms = clock.now();
    return Promise.resolve({ received_ms, sent_ms: clock.now() });
  });
}
