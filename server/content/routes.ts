/** What screens show: creatives, their files, playlists. */
import type { FastifyInstance } from 'fastify';
import * as creative from '../../shared/contract/creative.ts';
import * as playlist from '../../shared/contract/playlist.ts';
import { mount } from '../http/route.ts';
import type { Network } from '../network/network.ts';
import type { Server } from '../server.ts';
import { assign } from './assign.ts';
import * as creatives from './creatives.ts';
import { changePlaylist, putItems, revertPlaylist, versionsOf } from './edits.ts';
import { mediaRoutes } from './mediaRoutes.ts';
import * as playlists from './playlists.ts';
import { publish } from './publish.ts';
import { uploadRoutes } from './uploadRoutes.ts';

export function contentRoutes(app: FastifyInstance, server: Server, network: Network): void {
  creativeRoutes(app, server);
  playlistRoutes(app, server);
  screenRoutes(app, server, network);
  mediaRoutes(app, server);
  void app.register((uploads, _options, done) => {
    uploadRoutes(uploads, server);
    done();
  });
}

function creativeRoutes(app: FastifyInstance, server: Server): void {
  mount(app, creative.listCreatives, ({ caller, query }) =>
    creatives.listCreatives(server, caller.tenant_id, query),
  );
  mount(app, creative.readCreative, ({ caller, params }) =>
    creatives.readCreative(server, { ...params, tenant_id: caller.tenant_id }),
  );
  mount(app, creative.patchCreative, ({ caller, params, body, expected }) =>
    creatives.changeCreative(server, { ...params, tenant_id: caller.tenant_id, expected, patch: body }),
  );
  mount(app, creative.removeCreative, async ({ caller, params, expected, reply }) => {
    await creatives.removeCreative(server, { ...params, tenant_id: caller.tenant_id, expected });
    return reply.code(204).send();
  });
  mount(app, creative.restoreCreative, ({ caller, params }) =>
    creatives.restoreCreative(server, { ...params, tenant_id: caller.tenant_id }),
  );
}

function playlistRoutes(app: FastifyInstance, server: Server): void {
  mount(app, playlist.listPlaylists, ({ caller, query }) =>
    playlists.listPlaylists(server, caller.tenant_id, query),
  );
  mount(app, playlist.readPlaylist, ({ caller, params }) =>
    playlists.readPlaylist(server, { ...params, tenant_id: caller.tenant_id }),
  );
  mount(app, playlist.createPlaylist, ({ caller: { tenant_id, user_id: by }, body }) =>
    server.db.transaction(async tx => {
      const id = await playlists.addPlaylist(server, tx, { ...body, tenant_id, by });
      return playlists.readPlaylist(server, { id, tenant_id }, tx);
    }),
  );
  mount(app, playlist.patchPlaylist, ({ caller, params, body, expected }) =>
    changePlaylist(server, { ...params, tenant_id: caller.tenant_id, expected, patch: body }),
  );
  mount(app, playlist.putItems, ({ caller, params, body, expected }) =>
    putItems(server, { ...params, tenant_id: caller.tenant_id, expected, items: body.items }),
  );
  mount(app, playlist.removePlaylist, async ({ caller, params, expected, reply }) => {
    await playlists.removePlaylist(server, { ...params, tenant_id: caller.tenant_id, expected });
    return reply.code(204).send();
  });
  mount(app, playlist.restorePlaylist, ({ caller, params }) =>
    playlists.restorePlaylist(server, { ...params, tenant_id: caller.tenant_id }),
  );
  mount(app, playlist.duplicatePlaylist, ({ caller, params, body }) =>
    playlists.duplicatePlaylist(server, {
      ...params,
      ...body,
      tenant_id: caller.tenant_id,
      by: caller.user_id,
    }),
  );
  mount(app, playlist.playlistVersions, ({ caller, params }) =>
    versionsOf(server, { ...params, tenant_id: caller.tenant_id }),
  );
  mount(app, playlist.revertPlaylist, ({ caller, params, body }) =>
    revertPlaylist(server, { ...params, tenant_id: caller.tenant_id, to: body.version }),
  );
}

/** What changes the screens themselves. */
function screenRoutes(app: FastifyInstance, server: Server, network: Network): void {
  mount(app, playlist.publishPlaylist, async ({ caller: { tenant_id, user_id: by }, params }) => {
    await publish(server, network, { playlist_id: params.id, tenant_id, by });
    return playlists.readPlaylist(server, { ...params, tenant_id });
  });
  mount(app, playlist.assignPlaylist, ({ caller, params, body }) =>
    assign(server, network, { playlist_id: params.id, tenant_id: caller.tenant_id, ...body }),
  );
}
