/** What screens show: creatives, their files, playlists. */
import type { FastifyInstance } from 'fastify';
import * as creative from '../../shared/contract/content/creative.ts';
import * as playlist from '../../shared/contract/content/playlist.ts';
import { mount } from '../http/route.ts';
import { mountReads } from '../resource/mount.ts';
import type { Server } from '../context/server.ts';
import { assign } from './playlists/assign.ts';
import * as creatives from './creatives/creatives.ts';
import { changePlaylist, putItems, revertPlaylist, versionsOf } from './playlists/edits.ts';
import { mediaRoutes } from './media/mediaRoutes.ts';
import * as playlists from './playlists/playlists.ts';
import { publish } from './playlists/publish.ts';
import { readinessOf } from './playlists/readiness.ts';
import { uploadRoutes } from './uploads/uploadRoutes.ts';

export function contentRoutes(app: FastifyInstance, server: Server): void {
  creativeRoutes(app);
  playlistRoutes(app);
  mediaRoutes(app, server);
  void app.register((uploads, _options, done) => {
    uploadRoutes(uploads, server);
    done();
  });
}

function creativeRoutes(app: FastifyInstance): void {
  mountReads(app, creative.creatives, creatives.creativeListing);
  mount(app, creative.creatives.patch, ({ work, params, body, expected }) =>
    creatives.changeCreative(work, { ...params, expected, patch: body }),
  );
  mount(app, creative.creatives.remove, ({ work, params, expected }) =>
    creatives.removeCreative(work, params.id, expected),
  );
  mount(app, creative.creatives.restore, ({ work, params }) => creatives.restoreCreative(work, params.id));
}

function playlistRoutes(app: FastifyInstance): void {
  mountReads(app, playlist.playlists, { ...playlists.playlistListing, one: playlists.readPlaylist });
  mount(app, playlist.playlists.create, async ({ work, body }) =>
    playlists.readPlaylist(work, await playlists.addPlaylist(work, body)),
  );
  mount(app, playlist.playlists.patch, ({ work, params, body, expected }) =>
    changePlaylist(work, { ...params, expected, patch: body }),
  );
  mount(app, playlist.putItems, ({ work, params, body, expected }) =>
    putItems(work, { ...params, expected, items: body.items }),
  );
  mount(app, playlist.playlists.remove, ({ work, params, expected }) =>
    playlists.removePlaylist(work, params.id, expected),
  );
  mount(app, playlist.playlists.restore, ({ work, params }) => playlists.restorePlaylist(work, params.id));
  mount(app, playlist.playlists.calls.duplicate, ({ work, params, body }) =>
    playlists.duplicatePlaylist(work, params.id, body.name),
  );
  mount(app, playlist.playlistVersions, ({ work, params }) => versionsOf(work, params.id));
  mount(app, playlist.playlistReadiness, ({ work, params }) => readinessOf(work, params.id));
  mount(app, playlist.playlists.calls.revert, ({ work, params, body }) =>
    revertPlaylist(work, params.id, body.version),
  );
  mount(app, playlist.playlists.calls.publish, async ({ work, params }) => {
    await publish(work, params.id);
    return playlists.readPlaylist(work, params.id);
  });
  mount(app, playlist.playlists.calls.assign, ({ work, params, body }) =>
    assign(work, params.id, body.device_ids),
  );
}
