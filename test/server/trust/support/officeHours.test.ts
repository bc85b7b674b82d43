import { describe, expect, it } from 'vitest';
import { officeDeadline } from '../../../../server/trust/support/officeHours.ts';
import { withoutWaiting } from '../../../../server/trust/support/tickets.ts';

const due = (from: string, hours: number, tz = 'UTC') =>
  new Date(officeDeadline(Date.parse(from), hours, tz)).toISOString();

describe('a deadline in office hours', () => {
  it('ends the same day where the day is long enough', () => {
    expect(due('2026-01-05T09:00:00Z', 8)).toBe('2026-01-05T17:00:00.000Z');
    expect(due('2026-01-05T06:30:00Z', 2)).toBe('2026-01-05T11:00:00.000Z');
  });
  it('goes on the next morning', () => {
    expect(due('2026-01-05T15:00:00Z', 8)).toBe('2026-01-06T15:00:00.000Z');
    expect(due('2026-01-05T20:00:00Z', 1)).toBe('2026-01-06T10:00:00.000Z');
  });
  it('leaves out the weekend', () => {
    expect(due('2026-01-09T16:00:00Z', 2)).toBe('2026-01-12T10:00:00.000Z');
    expect(due('2026-01-10T12:00:00Z', 8)).toBe('2026-01-12T17:00:00.000Z');
    expect(due('2026-01-05T09:00:00Z', 72)).toBe('2026-01-15T17:00:00.000Z');
  });
  it('counts the days and hours of the zone', () => {
    // Friday evening in Lisbon is Saturday morning in Shanghai.
    expect(due('2026-01-09T20:00:00Z', 1, 'Asia/Shanghai')).toBe('2026-01-12T02:00:00.000Z');
    expect(due('2026-01-09T13:00:00Z', 1, 'America/New_York')).toBe('2026-01-09T15:00:00.000Z');
  });
  it('opens at nine on both sides of a change of the clocks', () => {
    // Berlin: 29 March 2026 to summer time, 25 October 2026 back.
    expect(due('2026-03-27T15:00:00Z', 2, 'Europe/Berlin')).toBe('2026-03-30T08:00:00.000Z');
    expect(due('2026-10-23T14:00:00Z', 2, 'Europe/Berlin')).toBe('2026-10-26T09:00:00.000Z');
  });
});

describe('a ticket that waited for its requester', () => {
  const moved = (since: string | null, now: string, due: string) =>
    withoutWaiting(
      {
        waiting_since: since === null ? null : new Date(since),
        ...{ first_due_at: new Date(due), resolve_due_at: new Date(due) },
      },
      { now: Date.parse(now), tz: 'UTC' },
    ).resolve_due_at.toISOString();
  it.each([
    [
      'over a weekend, by the office hours of it',
      '2026-01-09T16:30:00Z',
      '2026-01-12T09:30:00Z',
      '2026-01-12T15:00:00Z',
      '2026-01-12T16:00:00.000Z',
    ],
    [
      'so that it goes on the next morning',
      '2026-01-12T09:00:00Z',
      '2026-01-12T12:00:00Z',
      '2026-01-12T15:00:00Z',
      '2026-01-13T10:00:00.000Z',
    ],
    [
      'at night, by nothing',
      '2026-01-12T18:00:00Z',
      '2026-01-13T08:00:00Z',
      '2026-01-13T17:00:00Z',
      '2026-01-13T17:00:00.000Z',
    ],
    ['never, by nothing', null, '2026-01-13T10:00:00Z', '2026-01-13T17:00:00Z', '2026-01-13T17:00:00.000Z'],
  ] as const)('is due later: %s', (_, since, now, due, later) => expect(moved(since, now, due)).toBe(later));
});
