/** The player's calls: pairing, state, heartbeat, time. */
import type { FastifyInstance } from 'fastify';
import * as manifest from '../../../shared/contract/playout/manifest.ts';
import * as pairing from '../../../shared/contract/fleet/pairing.ts';
import { documentFor } from '../../playout/documents.ts';
import { found } from '../../db/rows.ts';
import { mount } from '../../http/route.ts';
import type { Server } from '../../context/server.ts';
import { handOver } from '../commands/deliver.ts';
import { openWords } from '../builds/builds.ts';
import { askCode, stateOf } from '../pairing/codes.ts';
import { headOf } from '../../playout/heads.ts';
import type { Network } from './network.ts';

const IMMUTABLE = 'private, max-age=31536000, immutable';

export function playerRoutes(app: FastifyInstance, server: Server, network: Network): void {
  const { clock } = server;
  const updateWord = openWords(server);
  const versionOf = async (device_id: string) => (await network.known(device_id))?.manifest_version ?? 0;

  mount(app, pairing.startPairing, async ({ caller, body, request }) => {
    const row = await askCode(server, caller, body.facts);
    await network.onPairing?.(request, row.id);
    return {
      id: row.id,
      code: row.code,
      expires_at: row.expires_at.toISOString(),
      server_ms: clock.now(),
      now: await stateOf(server, caller, row.id),
    };
  });
  mount(app, pairing.pairingState, ({ caller, params }) => stateOf(server, caller, params.id));

  mount(app, manifest.manifest, async ({ caller, inTenant, request, reply }) => {
    const version = await versionOf(caller.device_id);
    const etag = `"v${version}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return found(await inTenant(work => headOf(work, caller.device_id, version)), 'manifest');
  });
  mount(app, manifest.document, async ({ caller, inTenant, params, reply }) => {
    const stored = await inTenant(work => documentFor(work, caller.device_id, params.sha256));
    const body = found(stored, 'document');
    reply.header('etag', `"${params.sha256}"`).header('cache-control', IMMUTABLE);
    return reply.type('application/json').send(Buffer.from(body));
  });

  mount(app, manifest.heartbeat, async ({ caller, inTenant, body }) => {
    network.sightings.told(caller, body);
    const known = await network.known(caller.device_id);
    const update = await updateWord(caller.device_id, body.app_version);
    const answer = {
      manifest_version: known?.manifest_version ?? 0,
      server_ms: clock.now(),
      ...(update === null ? {} : { update }),
    };
    if (!known?.isAsked) return answer;
    const commands = await inTenant(work => handOver(work, caller.device_id));
    /** Whoever asks something meanwhile has this made anew. */
    if (commands.length === 0) known.isAsked = false;
    return { ...answer, commands };
  });
  mount(app, manifest.playerTime, () => {
    const received_ms = clock.now();
    return Promise.resolve({ received_ms, sent_ms: clock.now() });
  });
}
