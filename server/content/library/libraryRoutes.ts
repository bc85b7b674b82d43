/** Routes of the media library. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/content/library/mediaLibrary.ts';
import { mount } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import { assetListing } from '../media/assets.ts';
import { cancel, requestProcessing } from '../media/processing.ts';
import { changeMany } from './changes.ts';
import { listFolders, renameFolder } from './folders.ts';
import * as library from './library.ts';
import { replaceMediaFile } from './replace.ts';
import { usageOfMedia } from './usage.ts';

export function libraryRoutes(app: FastifyInstance): void {
  const { media } = contract;
  const calls = media.actionEndpoints;
  mountReads(app, media, assetListing);
  mount(app, contract.mediaFolders, ({ ctx }) => listFolders(ctx));
  mount(app, contract.renameFolder, ({ ctx, body }) => renameFolder(ctx, body));
  mount(app, contract.changeMedia, ({ ctx, body }) => changeMany(ctx, body));
  mount(app, contract.mediaUsage, ({ ctx, params }) => usageOfMedia(ctx, params.id));
  mount(app, media.patch, ({ ctx, params, expected, body }) =>
    library.changeMediaFile(ctx, { ...params, expected, patch: body }),
  );
  mount(app, media.remove, ({ ctx, params, expected }) => library.removeMediaFile(ctx, params.id, expected));
  mount(app, media.restore, ({ ctx, params }) => library.restoreMediaFile(ctx, params.id));
  mount(app, calls.replace, ({ ctx, params, body }) => replaceMediaFile(ctx, params.id, body));
  mount(app, calls['make-creative'], ({ ctx, params, body }) =>
    library.makeCreative(ctx, params.id, body.name),
  );
  mount(app, calls.reprocess, ({ ctx, params }) => requestProcessing(ctx, params.id));
  mount(app, calls.cancel, ({ ctx, params }) => cancel(ctx, params.id));
}
