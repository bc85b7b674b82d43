/** Routes of creatives, submissions, media, playlists and local content. */
import type { FastifyInstance } from 'fastify';
import * as creative from '../../shared/contract/content/creative.ts';
import * as creativeCalls from '../../shared/contract/content/library/creativeCalls.ts';
import * as slideCalls from '../../shared/contract/content/slideCalls.ts';
import { readUploadLimits } from '../../shared/contract/identity/settings/uploadLimits.ts';
import { mount } from '../http/route.ts';
import { mountReads } from '../resource/mount.ts';
import type { Server } from '../context/server.ts';
import * as acts from './creatives/actions.ts';
import * as creatives from './creatives/creatives.ts';
import * as creativeWrites from './creatives/writes.ts';
import { versionsOf as creativeVersionsOf } from './creatives/versions.ts';
import { feedRoutes } from './feeds/feedRoutes.ts';
import { libraryRoutes } from './library/libraryRoutes.ts';
import { usageOfCreative } from './library/usage.ts';
import { localRoutes } from './local/localRoutes.ts';
import { mediaRoutes } from './media/mediaRoutes.ts';
import { playlistRoutes } from './playlistRoutes.ts';
import { changeSlide, makeSlide } from './slides/slides.ts';
import { submissionRoutes } from './submissions/submissionRoutes.ts';
import { uploadLimitsOf } from './uploads/tenantLimits.ts';
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
  void app.register(uploads => uploadRoutes(uploads, server));
}

function creativeRoutes(app: FastifyInstance): void {
  mount(app, readUploadLimits, ({ ctx }) => uploadLimitsOf(ctx));
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
