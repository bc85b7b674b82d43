/** What the tester does with what it is sent; nothing of it is kept. */
import type { buildOpenrtb } from '../../../shared/contract/programmatic/tester/build.ts';
import type {
  renderOpenrtbMacros,
  simulateAuction,
  validateOpenrtb,
} from '../../../shared/contract/programmatic/tester/openrtb.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { judgeBids } from '../../../shared/openrtb/auction/judge.ts';
import { scaledOf } from '../../../shared/openrtb/auction/price.ts';
import { rankBids } from '../../../shared/openrtb/auction/rank.ts';
import { testPolicy } from '../../../shared/openrtb/auction/testPolicy.ts';
import { buildRequest } from '../../../shared/openrtb/build/buildRequest.ts';
import { isMacro, longestRendered, renderMacros } from '../../../shared/openrtb/macros.ts';
import { validateRequest } from '../../../shared/openrtb/validate/validateRequest.ts';
import { validateResponse } from '../../../shared/openrtb/validate/validateResponse.ts';
import { uuid7 } from '../../../shared/random.ts';
import { ownLayers, placeDecimalsOf } from '../../identity/tenants/layers.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const MAX_RENDERED_CHARS = 1_000_000;
const MS = 1_000;
const MULTIPLIER_PLACES = 4;
const MICRO_PLACES = 6;

export function validated(body: Body<typeof validateOpenrtb>): Answer<typeof validateOpenrtb> {
  const { kind, mode, profile, payload, request } = body;
  return kind === 'request'
    ? validateRequest(payload, { mode, profile })
    : validateResponse(payload, request, { mode, profile });
}

export async function built(
  ctx: TransactionContext,
  body: Body<typeof buildOpenrtb>,
): Promise<Answer<typeof buildOpenrtb>> {
  const { now } = ctx;
  const { placement, partner, position, lead_s, exp_s, floor, deals, publisher, bcat, badv } = body;
  const { multiplier, ...screen } = placement;
  const request = buildRequest({
    id: uuid7(now),
    placement: { ...screen, multiplier_e4: scaledOf(multiplier, MULTIPLIER_PLACES) ?? 0 },
    time: { play_at: now + lead_s * MS, exp_s },
    position,
    // Nothing built here is ever sold.
    partner: { ...partner, test_mode: true },
    ...{ floor, deals },
    policy: { publisher, bcat, badv, place_decimals: placeDecimalsOf(await ownLayers(ctx)) },
  });
  return { request };
}

export function simulated(body: Body<typeof simulateAuction>): Answer<typeof simulateAuction> {
  const { request, profile, base_currency, rates, deals } = body;
  const usual = testPolicy(request, profile);
  const micros = Object.entries(rates).map(([currency, rate]) => [
    currency,
    scaledOf(rate, MICRO_PLACES) ?? 0,
  ]);
  const policy = {
    ...{ ...usual, deals },
    rates: {
      base: base_currency ?? usual.rates.base,
      // Without any rate all currencies count alike; with some, only those are known.
      micros: micros.length > 0 ? (Object.fromEntries(micros) as Record<string, number>) : usual.rates.micros,
    },
  };
  const judged = body.answers.map(({ name, status, latency_ms, body: answer }) => ({
    ...{ name, latency_ms },
    judgement: judgeBids(request, { status, latency_ms, bytes: 0, body: answer ?? undefined }, policy),
  }));
  const contenders = judged.flatMap(({ name, latency_ms, judgement }) =>
    judgement.bids.map(bid => ({ partner_id: name, latency_ms, bid })),
  );
  return {
    answers: judged.map(({ name, judgement }) => ({ name, ...judgement })),
    standings: rankBids(request, contenders, policy).map(({ partner_id, bid, ...standing }) => ({
      ...{ ...standing, name: partner_id, bid_id: bid.bid_id, imp_id: bid.imp_id, cur: bid.cur },
    })),
  };
}

export function rendered({
  text,
  values,
}: Body<typeof renderOpenrtbMacros>): Answer<typeof renderOpenrtbMacros> {
  const filled =
    values === 'AUDIT'
      ? values
      : Object.fromEntries(Object.entries(values).filter(([name]) => isMacro(name)));
  if (longestRendered(text, filled) > MAX_RENDERED_CHARS) {
    const problem = `With its macros filled it has more than ${MAX_RENDERED_CHARS} characters.`;
    throw new AppError('VALIDATION', problem, { text: [problem] });
  }
  return renderMacros(text, filled);
}
