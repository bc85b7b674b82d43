/** Routes of creatives, submissions, media, playlists and local content. */
import type { FastifyInstance } from 'fastify';
import * as creative from '../../shared/contract/content/creative.ts';
import * as creativeCalls from '../../shared/contract/content/library/creativeCalls.ts';
import * as slideCalls from '../../shared/contract/content/slideCalls.ts';
import * as playlist from '../../shared/contract/content/playlist.ts';
import { mount } from '../http/route.ts';
import { mountReads } from '../resource/mount.ts';
import type { Server } from '../context/server.ts';
import { assign } from './playlists/assign.ts';
import * as acts from './creatives/actions.ts';
import * as creatives from './creatives/creatives.ts';
import * as creativeWrites from './creatives/writes.ts';
import { versionsOf as creativeVersionsOf } from './creatives/versions.ts';
import { changePlaylist, putItems, revertPlaylist, versionsOf } from './playlists/edits.ts';
import { feedRoutes } from './feeds/feedRoutes.ts';
import { libraryRoutes } from './library/libraryRoutes.ts';
import { usageOfCreative } from './library/usage.ts';
import { localRoutes } from './local/localRoutes.ts';
import { mediaRoutes } from './media/mediaRoutes.ts';
import { requireUnlocked, setLock } from './playlists/lock.ts';
import * as playlists from './playlists/playlists.ts';
import { publish } from './playlists/publish.ts';
import { requireDraftChecked } from './validation/beforeUse.ts';
import { reissueBeside, reissuePlaylists } from './playlists/reissue.ts';
import { readinessOf } from './playlists/readiness.ts';
import { changeSlide, makeSlide } from './slides/slides.ts';
import { submissionRoutes } from './submissions/submissionRoutes.ts';
import { uploadRoutes } from './uploads/uploadRoutes.ts';
import { validationRoutes } from './validation/validationRoutes.ts';

export function contentRoutes(app: FastifyInstance, server: Server): void {
  creativeRoutes(app);
  submissionRoutes(app);
  validationRoutes(app);
  playlistRoutes(app);
  localRoutes(app, server);
  feedRoutes(app, server);
  libraryRoutes(app);
  mediaRoutes(app, server);
  void app.register((uploads, _options, done) => {
    uploadRoutes(uploads, server);
    done();
  });
}

function creativeRoutes(app: FastifyInstance): void {
  mountReads(app, creative.creatives, creatives.creativeListing);
  mount(app, creative.creatives.patch, ({ ctx, params, body, expected }) =>
    creativeWrites.changeCreative(ctx, { ...params, expected, patch: body }),
  );
  mount(app, creative.creatives.remove, ({ ctx, params, expected }) =>
    creativeWrites.removeCreative(ctx, params.id, expected),
  );
  mount(app, creative.creatives.restore, ({ ctx, params }) => creativeWrites.restoreCreative(ctx, params.id));
  mount(app, creativeCalls.creativeUsage, ({ ctx, params }) => usageOfCreative(ctx, params.id));
  mount(app, creativeCalls.creativeVersions, ({ ctx, params }) => creativeVersionsOf(ctx, params.id));
  mount(app, slideCalls.makeSlide, ({ ctx, body }) => makeSlide(ctx, body));
  mount(app, slideCalls.changeSlide, ({ ctx, params, body, expected }) =>
    changeSlide(ctx, { ...params, expected, input: body }),
  );
  const calls = creative.creatives.actionEndpoints;
  mount(app, calls.submit, ({ ctx, params, body }) => acts.submitCreative(ctx, params.id, body.note));
  mount(app, calls.replace, ({ ctx, params, body }) => acts.replaceFile(ctx, params.id, body));
  mount(app, calls.duplicate, ({ ctx, params, body }) => acts.duplicateCreative(ctx, params.id, body.name));
  mount(app, calls.archive, ({ ctx, params }) => acts.archiveCreative(ctx, params.id));
}

function playlistRoutes(app: FastifyInstance): void {
  mountReads(app, playlist.playlists, { ...playlists.playlistListing, read: playlists.readPlaylist });
  mount(app, playlist.playlists.create, async ({ ctx, body }) =>
    playlists.readPlaylist(ctx, await playlists.addPlaylist(ctx, body)),
  );
  mount(app, playlist.playlists.patch, async ({ ctx, principal, params, body, expected }) => {
    await requireUnlocked(ctx, principal, params.id);
    return changePlaylist(ctx, { ...params, expected, patch: body });
  });
  mount(app, playlist.putItems, async ({ ctx, principal, params, body, expected }) => {
    await requireUnlocked(ctx, principal, params.id);
    return putItems(ctx, { ...params, expected, items: body.items });
  });
  mount(app, playlist.playlists.remove, async ({ ctx, principal, params, expected }) => {
    await requireUnlocked(ctx, principal, params.id);
    await playlists.removePlaylist(ctx, params.id, expected);
  });
  mount(app, playlist.playlists.actionEndpoints.lock, ({ ctx, principal, params }) =>
    setLock(ctx, principal, { ...params, locked: true }),
  );
  mount(app, playlist.playlists.actionEndpoints.unlock, ({ ctx, principal, params }) =>
    setLock(ctx, principal, { ...params, locked: false }),
  );
  mount(app, playlist.playlists.restore, async ({ ctx, principal, params }) => {
    await requireUnlocked(ctx, principal, params.id);
    await playlists.restorePlaylist(ctx, params.id);
    await reissuePlaylists(ctx, [params.id]);
    return playlists.readPlaylist(ctx, params.id);
  });
  mount(app, playlist.playlists.actionEndpoints.duplicate, ({ ctx, params, body }) =>
    playlists.duplicatePlaylist(ctx, params.id, body.name),
  );
  mount(app, playlist.playlistVersions, ({ ctx, params }) => versionsOf(ctx, params.id));
  mount(app, playlist.playlistReadiness, ({ ctx, params }) => readinessOf(ctx, params.id));
  mount(
    app,
    playlist.playlists.actionEndpoints.revert,
    async ({ ctx, principal, params, body, expected }) => {
      await requireUnlocked(ctx, principal, params.id);
      return revertPlaylist(ctx, { ...params, expected, to: body.version });
    },
  );
  mount(app, playlist.playlists.actionEndpoints.publish, async ({ ctx, principal, params }) => {
    await requireUnlocked(ctx, principal, params.id);
    await requireDraftChecked(ctx, params.id);
    await publish(ctx, params.id);
    await reissueBeside(ctx, [params.id]);
    return playlists.readPlaylist(ctx, params.id);
  });
  mount(app, playlist.playlists.actionEndpoints.assign, async ({ ctx, principal, params, body }) => {
    await requireUnlocked(ctx, principal, params.id);
    return assign(ctx, params.id, body.device_ids);
  });
}
