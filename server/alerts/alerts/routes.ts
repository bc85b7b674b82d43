import type { FastifyInstance, FastifyRequest } from 'fastify';
import { alerts } from '../../../shared/contract/alerts/alert.ts';
import { mount, versionSeen } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import * as acts from './acts.ts';
import { alertListing } from './listing.ts';
import { changeAlert, createAlert, removeAlert, restoreAlert } from './writes.ts';

/** Decisions hold for the words that were read: where the call names their version, it must still be that. */
const seenBy = (request: FastifyRequest) =>
  request.headers['if-match'] === undefined ? null : versionSeen(request);

export function alertRoutes(app: FastifyInstance): void {
  const on = alerts.actionEndpoints;
  mountReads(app, alerts, alertListing);
  mount(app, alerts.create, ({ ctx, body }) => createAlert(ctx, body));
  mount(app, alerts.patch, ({ ctx, params, expected, body }) => changeAlert(ctx, params.id, expected, body));
  mount(app, alerts.remove, ({ ctx, params, expected }) => removeAlert(ctx, params.id, expected));
  mount(app, alerts.restore, ({ ctx, params }) => restoreAlert(ctx, params.id));
  mount(app, on.submit, ({ ctx, params, request }) => acts.submit(ctx, params.id, seenBy(request)));
  mount(app, on.withdraw, ({ ctx, params, principal, expected }) =>
    acts.withdraw(ctx, params.id, { principal, expected }),
  );
  mount(app, on.approve, ({ ctx, params, principal, request }) =>
    acts.approve(ctx, params.id, { principal, expected: seenBy(request) }),
  );
  mount(app, on.reject, ({ ctx, params, body, request }) =>
    acts.reject(ctx, params.id, body.reason, seenBy(request)),
  );
  mount(app, on.publish, ({ ctx, params, principal, request }) =>
    acts.publish(ctx, params.id, { principal, expected: seenBy(request) }),
  );
  mount(app, on.update, ({ ctx, params }) => acts.update(ctx, params.id));
  mount(app, on.cancel, ({ ctx, params, body, request }) =>
    acts.cancel(ctx, params.id, body.reason, seenBy(request)),
  );
  mount(app, on['all-clear'], ({ ctx, params, body, request }) =>
    acts.allClear(ctx, params.id, { texts: body.texts, expected: seenBy(request) }),
  );
  mount(app, on.test, ({ ctx, params }) => acts.drill(ctx, params.id));
  mount(app, on.archive, ({ ctx, params }) => acts.archive(ctx, params.id));
}
