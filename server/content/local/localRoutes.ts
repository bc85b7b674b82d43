/** Routes of local content. */
import type { FastifyInstance } from 'fastify';
import { contentItems } from '../../../shared/contract/content/contentItem.ts';
import { mount, versionSeenIfNamed } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import { publicJobs } from '../../../shared/contract/content/publicJobs.ts';
import type { Server } from '../../context/server.ts';
import { importItems } from '../../../shared/contract/imports/contentImport.ts';
import { importContent } from './importItems.ts';
import { contentListing } from './items.ts';
import { listPublicJobs } from './publicJobs.ts';
import { actOnItem, changeItem, createItem, removeItem, restoreItem } from './writes.ts';

export function localRoutes(app: FastifyInstance, server: Server): void {
  const calls = contentItems.actionEndpoints;
  mountReads(app, contentItems, contentListing);
  mount(app, contentItems.create, ({ ctx, body }) => createItem(ctx, body));
  mount(app, contentItems.patch, ({ ctx, params, expected, body }) =>
    changeItem(ctx, { ...params, expected, patch: body }),
  );
  mount(app, contentItems.remove, ({ ctx, params, expected }) => removeItem(ctx, params.id, expected));
  mount(app, contentItems.restore, ({ ctx, params }) => restoreItem(ctx, params.id));
  mount(app, importItems, ({ ctx, body }) => importContent(ctx, body));
  mount(app, publicJobs, ({ query }) => listPublicJobs(server, query));
  mount(app, calls.reject, ({ ctx, principal, params, body, request }) =>
    actOnItem(ctx, principal, {
      ...{ ...params, ...body },
      ...{ verb: 'reject', expected: versionSeenIfNamed(request) },
    }),
  );
  mount(app, calls.publish, ({ ctx, principal, params, request }) =>
    actOnItem(ctx, principal, { ...params, verb: 'publish', expected: versionSeenIfNamed(request) }),
  );
  for (const verb of ['review', 'pause', 'resume', 'expire', 'archive'] as const)
    mount(app, calls[verb], ({ ctx, principal, params }) => actOnItem(ctx, principal, { ...params, verb }));
}
