/** Routes of the logs of auctions, bids and notices. */
import type { FastifyInstance } from 'fastify';
import * as auction from '../../../shared/contract/programmatic/auction.ts';
import * as bid from '../../../shared/contract/programmatic/bid.ts';
import { listLeases } from '../../../shared/contract/programmatic/leaseLog.ts';
import * as notice from '../../../shared/contract/programmatic/notice.ts';
import { mount } from '../../http/route.ts';
import { decideSpot } from '../spots/decideSpot.ts';
import { pageOfLeases } from '../spots/leaseLog.ts';
import { requestRetry } from '../notices/queue.ts';
import { auctionDetail, pageOfAuctions, pageOfBids, pageOfNotices, readBid, readNotice } from './lists.ts';
import { readPayload, samplingOf, setSampling, testCaseOf } from './payloads.ts';

export function auctionRoutes(app: FastifyInstance): void {
  mount(app, auction.listAuctions, ({ ctx, query }) => pageOfAuctions(ctx, query));
  mount(app, auction.readAuction, ({ ctx, params }) => auctionDetail(ctx, params.id));
  mount(app, bid.listBids, ({ ctx, query }) => pageOfBids(ctx, query));
  mount(app, bid.decideSpot, async ({ ctx, params, body }) => {
    await decideSpot(ctx, { ...params, ...body });
    return readBid(ctx, params.id);
  });
  mount(app, bid.readBidPayload, ({ ctx, params }) => readPayload(ctx, params.id));
  mount(app, bid.exportTestCase, async ({ ctx, params, reply }) => {
    const text = await testCaseOf(ctx, params.id);
    reply.header('content-disposition', `attachment; filename="case-${params.id}.json"`);
    return reply.type('application/json; charset=utf-8').send(text);
  });
  mount(app, bid.readSampling, ({ ctx }) => samplingOf(ctx));
  mount(app, bid.putSampling, ({ ctx, body, expected }) => setSampling(ctx, body.sample_pct, expected));
  mount(app, listLeases, ({ ctx, query }) => pageOfLeases(ctx, query));
  mount(app, notice.listNotices, ({ ctx, query }) => pageOfNotices(ctx, query));
  mount(app, notice.retryNotice, async ({ ctx, params }) => {
    await requestRetry(ctx, params.id);
    return readNotice(ctx, params.id);
  });
}
