/** The landing of the business portal: what runs, what it costs, and what waits for whom. */
import * as z from 'zod/mini';
import { SUBMISSION_STATES } from '../content/submissionState.ts';
import { endpoint } from '../wire/endpoint.ts';
import { currency, id, instant, int, MAX_INT } from '../wire/wire.ts';
import { HEALTHS } from './campaign.ts';

/** How many campaigns it names. */
export const SUMMARY_CAMPAIGNS = 5;

const count = int(0, MAX_INT);
/** A part is null for whoever may not read what it is about. */
export const businessSummary = endpoint({
  method: 'GET',
  path: '/api/business/summary',
  access: { who: 'user', area: 'business', level: 'S' },
  summary: 'What runs, what it costs, and what waits for a decision or a signature',
  answer: z.object({
    campaigns: z.nullable(
      z.object({
        live: count,
        /** Approved, and before its first flight. */
        scheduled: count,
        /** Those that end first. */
        items: z.array(
          z.object({
            ...{ id, name: z.string(), ends_at: instant, delivered: count },
            ...{ expected: z.nullable(count), health: z.enum(HEALTHS) },
          }),
        ),
      }),
    ),
    /** Of the running month, by the calendar of the tenant. */
    month: z.nullable(
      z.object({
        ...{ from: instant, currency, plays: count, spent_minor: count },
        /** At the pace so far; null: the month has just begun. */
        forecast_minor: z.nullable(count),
        /** Of the tenant's budget for a month, the smallest of several, since each counts the same plays; null: there is none. */
        budget_minor: z.nullable(count),
      }),
    ),
    /** One's own, by state; what there is none of is left out. */
    submissions: z.partialRecord(z.enum(SUBMISSION_STATES), count),
    /** Of these, approved and off all screens until somebody releases them. */
    quarantined: count,
    /** That wait for one's own signature now. */
    contracts_to_sign: count,
  }),
});
