import type { FastifyInstance } from 'fastify';
import { alerts } from '../../../shared/contract/alerts/alert.ts';
import { mount, versionSeenIfNamed } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import * as acts from './acts.ts';
import { alertListing } from './listing.ts';
import { changeAlert, createAlert, removeAlert, restoreAlert } from './writes.ts';

export function alertRoutes(app: FastifyInstance): void {
  const on = alerts.actionEndpoints;
  mountReads(app, alerts, alertListing);
  mount(app, alerts.create, ({ ctx, body }) => createAlert(ctx, body));
  mount(app, alerts.patch, ({ ctx, params, expected, body }) => changeAlert(ctx, params.id, expected, body));
  mount(app, alerts.remove, ({ ctx, params, expected }) => removeAlert(ctx, params.id, expected));
  mount(app, alerts.restore, ({ ctx, params }) => restoreAlert(ctx, params.id));
  mount(app, on.submit, ({ ctx, params, request }) =>
    acts.submit(ctx, params.id, versionSeenIfNamed(request)),
  );
  mount(app, on.withdraw, ({ ctx, params, principal, expected }) =>
    acts.withdraw(ctx, params.id, { principal, expected }),
  );
  mount(app, on.approve, ({ ctx, params, principal, request }) =>
    acts.approve(ctx, params.id, { principal, expected: versionSeenIfNamed(request) }),
  );
  mount(app, on.reject, ({ ctx, params, body, request }) =>
    acts.reject(ctx, params.id, body.reason, versionSeenIfNamed(request)),
  );
  mount(app, on.publish, ({ ctx, params, principal, request }) =>
    acts.publish(ctx, params.id, { principal, expected: versionSeenIfNamed(request) }),
  );
  mount(app, on.update, ({ ctx, params }) => acts.update(ctx, params.id));
  mount(app, on.cancel, ({ ctx, params, body, request }) =>
    acts.cancel(ctx, params.id, body.reason, versionSeenIfNamed(request)),
  );
  mount(app, on['all-clear'], ({ ctx, params, body, request }) =>
    acts.allClear(ctx, params.id, { texts: body.texts, expected: versionSeenIfNamed(request) }),
  );
  mount(app, on.test, ({ ctx, params }) => acts.drill(ctx, params.id));
  mount(app, on.archive, ({ ctx, params }) => acts.archive(ctx, params.id));
}
