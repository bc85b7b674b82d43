/** Routes of earnings and payouts, for the clerk and for the owner. */
import { inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  earnings,
  ownerEarnings,
  ownerMonths,
  recalculateEarnings,
} from '../../../shared/contract/sales/earning.ts';
import {
  changePayoutAccount,
  ownerPayouts,
  payoutAccount,
  payouts,
  revealAccount,
} from '../../../shared/contract/sales/payout.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { boundsOfPeriod, periodOf } from '../../../shared/sales/earnings.ts';
import { devices, users } from '../../db/schema.ts';
import { mount, versionSeenIfNamed } from '../../http/route.ts';
import { mountLists, mountReads } from '../../resource/mount.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { changeAccount, readAccount } from './account.ts';
import { recalculate } from './calculate.ts';
import * as stored from './earnings.ts';
import { ownerName } from './owners.ts';
import * as paying from './payouts.ts';
import { lockTerms } from './rows.ts';

/** What a recalculation changed, with names for whoever asked for it. */
async function recalculated(ctx: TransactionContext, period: string) {
  const { tz, earlier_zones, playsSince } = await lockTerms(ctx);
  const refuse = (why: string) => new AppError('VALIDATION', why, { period: [why] });
  if (period > periodOf(ctx.now, tz, earlier_zones)) throw refuse('This month has not begun.');
  if (Date.parse(boundsOfPeriod(period, tz, earlier_zones).from) < playsSince)
    throw refuse('Plays of this month are deleted: a month after them can be counted again.');
  const { changes, unchanged } = await recalculate(ctx, period);
  const idsOf = (key: 'owner_user_id' | 'device_id') => [...new Set(changes.map(({ row }) => row[key]))];
  const owners = await ctx.tx
    .select({ id: users.id, name: ownerName })
    .from(users)
    .where(inArray(users.id, idsOf('owner_user_id')));
  const screens = await ctx.tx
    .select({ id: devices.id, name: devices.name })
    .from(devices)
    .where(inArray(devices.id, idsOf('device_id')));
  const nameOf = (rows: { id: string; name: string }[], id: string) =>
    rows.find(row => row.id === id)?.name ?? '';
  ctx.auditNote.target_name = period;
  return {
    ...{ period, unchanged },
    changes: changes.map(({ row, before, after }) => ({
      ...{ id: row.id, period: row.period, currency: row.currency, before, after },
      owner_name: nameOf(owners, row.owner_user_id),
      device_name: nameOf(screens, row.device_id),
    })),
  };
}

export function earningRoutes(app: FastifyInstance): void {
  mountLists(app, earnings, stored.earningListing);
  mount(app, earnings.read, ({ ctx, params }) => stored.readEarning(ctx, params.id));
  mount(app, recalculateEarnings, ({ ctx, body }) => recalculated(ctx, body.period));
  const acts = earnings.actionEndpoints;
  mount(app, acts.approve, ({ ctx, params, request }) =>
    stored.approve(ctx, params.id, versionSeenIfNamed(request)),
  );
  mount(app, acts.adjust, ({ ctx, params, body }) => stored.adjust(ctx, params.id, body));
  mount(app, acts.answer, ({ ctx, params, body }) => stored.answer(ctx, params.id, body.answer));

  mountReads(app, payouts, paying.payoutListing);
  mount(app, payouts.create, ({ ctx, body }) => paying.createPayout(ctx, body.owner_user_id));
  const moves = payouts.actionEndpoints;
  mount(app, moves.start, ({ ctx, params }) => paying.movePayout(ctx, 'start', params));
  mount(app, moves.pay, ({ ctx, params, body }) => paying.movePayout(ctx, 'pay', { ...params, ...body }));
  mount(app, moves.fail, ({ ctx, params, body }) => paying.movePayout(ctx, 'fail', { ...params, ...body }));
  mount(app, moves.cancel, ({ ctx, params, body }) =>
    paying.movePayout(ctx, 'cancel', { ...params, ...body }),
  );
  mount(app, revealAccount, ({ ctx, params }) => paying.revealAccount(ctx, params.id));

  mountLists(app, ownerEarnings, stored.ownerEarningListing);
  mount(app, ownerEarnings.read, ({ ctx, params }) => stored.readEarning(ctx, params.id));
  mount(app, ownerEarnings.actionEndpoints.dispute, ({ ctx, params, body }) =>
    stored.dispute(ctx, params.id, body.reason),
  );
  mount(app, ownerMonths, ({ ctx }) => stored.monthsOf(ctx));
  mountReads(app, ownerPayouts, paying.ownerPayoutListing);
  mount(app, payoutAccount, ({ ctx }) => readAccount(ctx));
  mount(app, changePayoutAccount, ({ ctx, expected, body }) => changeAccount(ctx, expected, body));
}
