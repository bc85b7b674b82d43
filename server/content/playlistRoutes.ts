/** Routes of playlists: what others have locked is not changed. */
import type { FastifyInstance } from 'fastify';
import * as playlist from '../../shared/contract/content/playlist.ts';
import * as calls from '../../shared/contract/content/playlistCalls.ts';
import { auditPrincipalOf } from '../http/auditPrincipal.ts';
import { mount, versionSeenIfNamed } from '../http/route.ts';
import { inTargetTenant } from '../identity/tenants/targetTenant.ts';
import { mountReads } from '../resource/mount.ts';
import { assign } from './playlists/assign.ts';
import { archivePlaylist, unarchivePlaylist } from './playlists/acts/archive.ts';
import { copyPlaylist } from './playlists/acts/copy.ts';
import { readVersion, revertPlaylist, versionsOf } from './playlists/acts/versions.ts';
import { previewOf } from './playlists/document/preview.ts';
import { changePlaylist, putItems } from './playlists/edits.ts';
import { requireUnlocked, setLock } from './playlists/lock.ts';
import * as playlists from './playlists/playlists.ts';
import { lockForPublish, publish } from './playlists/publish.ts';
import { readinessOf } from './playlists/readiness.ts';
import { reissueBeside, reissuePlaylists } from './playlists/reissue.ts';
import { requireDraftChecked } from './validation/beforeUse.ts';

export function playlistRoutes(app: FastifyInstance): void {
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
  mount(app, playlist.playlists.actionEndpoints.archive, async ({ ctx, principal, params }) => {
    await requireUnlocked(ctx, principal, params.id);
    return archivePlaylist(ctx, params.id);
  });
  mount(app, playlist.playlists.actionEndpoints.unarchive, async ({ ctx, principal, params }) => {
    await requireUnlocked(ctx, principal, params.id);
    return unarchivePlaylist(ctx, params.id);
  });
  mount(app, playlist.playlists.restore, async ({ ctx, principal, params }) => {
    await requireUnlocked(ctx, principal, params.id);
    await playlists.restorePlaylist(ctx, params.id);
    await reissuePlaylists(ctx, [params.id]);
    await reissueBeside(ctx, [params.id]);
    return playlists.readPlaylist(ctx, params.id);
  });
  mount(app, playlist.playlists.actionEndpoints.duplicate, ({ ctx, params, body }) =>
    playlists.duplicatePlaylist(ctx, params.id, body.name),
  );
  mount(app, playlist.playlists.actionEndpoints.copy, async ({ ctx, principal, params, body, request }) => {
    const target = await inTargetTenant(ctx, principal, body.tenant_id);
    const by = auditPrincipalOf({ ...principal, id: principal.user_id }, request);
    return copyPlaylist(ctx, target, { id: params.id, by });
  });
  mount(app, playlist.playlistVersions, ({ ctx, params }) => versionsOf(ctx, params.id));
  mount(app, calls.playlistVersion, ({ ctx, params }) => readVersion(ctx, params));
  mount(app, calls.previewPlaylist, ({ ctx, params }) => previewOf(ctx, params.id));
  mount(app, calls.previewDraft, ({ ctx, params, body }) => previewOf(ctx, params.id, body.items));
  mount(app, playlist.playlistReadiness, ({ ctx, params }) => readinessOf(ctx, params.id));
  mount(
    app,
    playlist.playlists.actionEndpoints.revert,
    async ({ ctx, principal, params, body, expected }) => {
      await requireUnlocked(ctx, principal, params.id);
      return revertPlaylist(ctx, { ...params, expected, to: body.version });
    },
  );
  mount(app, playlist.playlists.actionEndpoints.publish, async ({ ctx, principal, params, request }) => {
    /** What is judged here is what is published: nobody writes between. */
    await lockForPublish(ctx, params.id);
    const expected = versionSeenIfNamed(request);
    if (expected !== null) await playlists.lockVersion(ctx, params.id, expected);
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
