import type { FastifyInstance } from 'fastify';
import { campaigns } from '../../../shared/contract/sales/campaign.ts';
import { analyticsCampaigns } from '../../../shared/contract/proof/analytics.ts';
import * as contract from '../../../shared/contract/sales/campaignCalls.ts';
import { mount, versionSeenIfNamed } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import * as acts from './acts.ts';
import { deliveryOf } from './delivery.ts';
import { diagnose } from './diagnose.ts';
import { defaultsOf } from './defaults.ts';
import { campaignFigures } from './figures.ts';
import { forecast } from '../avails/forecast.ts';
import { campaignListing } from './listing.ts';
import { leasesOf } from '../leases/list.ts';
import { lossesOf } from '../losses.ts';
import { restoreCampaign } from './restore.ts';
import { changeCampaign, createCampaign, duplicateCampaign, removeCampaign } from './writes.ts';

export function campaignRoutes(app: FastifyInstance): void {
  const on = campaigns.actionEndpoints;
  mountReads(app, campaigns, campaignListing);
  mount(app, campaigns.create, ({ ctx, body }) => createCampaign(ctx, body));
  mount(app, campaigns.patch, ({ ctx, params, expected, body }) =>
    changeCampaign(ctx, params.id, expected, body),
  );
  mount(app, campaigns.remove, ({ ctx, params, expected }) => removeCampaign(ctx, params.id, expected));
  mount(app, campaigns.restore, ({ ctx, params }) => restoreCampaign(ctx, params.id));
  mount(app, on.submit, ({ ctx, params }) => acts.submit(ctx, params.id));
  mount(app, on.approve, ({ ctx, params }) => acts.approve(ctx, params.id));
  mount(app, on.reject, ({ ctx, params, body }) => acts.reject(ctx, params.id, body.reason));
  mount(app, on.redraft, ({ ctx, params }) => acts.redraft(ctx, params.id));
  mount(app, on.pause, ({ ctx, params }) => acts.pause(ctx, params.id));
  mount(app, on.resume, ({ ctx, params }) => acts.resume(ctx, params.id));
  mount(app, on.end, ({ ctx, params, body }) => acts.end(ctx, params.id, body.reason));
  mount(app, on.duplicate, ({ ctx, params, body }) => duplicateCampaign(ctx, params.id, body.name));
  mount(app, on['approve-change'], ({ ctx, params, request }) =>
    acts.approveChange(ctx, params.id, versionSeenIfNamed(request)),
  );
  mount(app, on['reject-change'], ({ ctx, params, body, request }) =>
    acts.rejectChange(ctx, params.id, { reason: body.reason, expected: versionSeenIfNamed(request) }),
  );
  mount(app, on['drop-change'], ({ ctx, params, request }) =>
    acts.dropChange(ctx, params.id, versionSeenIfNamed(request)),
  );
  mount(app, analyticsCampaigns, ({ ctx, query }) => campaignFigures(ctx, query));
  mount(app, contract.campaignDefaults, ({ ctx }) => defaultsOf(ctx));
  mount(app, contract.diagnoseCampaign, ({ ctx, params }) => diagnose(ctx, params.id));
  mount(app, contract.campaignLosses, ({ ctx, params }) => lossesOf(ctx, params.id));
  mount(app, contract.campaignLeases, ({ ctx, params }) => leasesOf(ctx, params.id));
  mount(app, contract.campaignDelivery, ({ ctx, params }) => deliveryOf(ctx, params.id));
  mount(app, contract.forecastCampaign, ({ ctx, body }) => forecast(ctx, body));
}
