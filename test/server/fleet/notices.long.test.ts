import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { INCIDENT_STATES, type IncidentState } from '../../../shared/contract/fleet/incident.ts';
import { NOTICE_AFTER_MS, REMIND_AFTER_MS, type Notice } from '../../../shared/contract/fleet/notice.ts';
import { tenants } from '../../../server/db/schema.ts';
import { detectIncidents } from '../../../server/fleet/incidents/watch.ts';
import { isWithinHours } from '../../../shared/i18n/hours.ts';
import {
  decideNotices,
  nextEventFor,
  type NoticeTimes,
  type NoticeSubject,
} from '../../../server/fleet/notices/decide.ts';
import { sendNotices } from '../../../server/fleet/notices/send.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { said } from '../../support/reported.ts';
import { startTestServer } from '../../support/server/server.ts';

const MINUTE_MS = 60_000;
const one = (more: Partial<NoticeSubject> = {}): NoticeSubject => ({
  ...{ id: 'a', state: 'open', opened_at: 0, notified: {}, deferred: [] },
  ...more,
});

describe('what people are told of an incident', () => {
  const opened: NoticeTimes = { opened: 0 };
  it.each([
    ['nothing before ten minutes', one(), NOTICE_AFTER_MS - 1, null],
    ['that it is there after ten minutes', one(), NOTICE_AFTER_MS, 'opened'],
    ['nothing where somebody looks after it already', one({ state: 'acked' }), NOTICE_AFTER_MS, null],
    ['nothing where it was over sooner', one({ state: 'closed' }), NOTICE_AFTER_MS, null],
    ['nothing more before four hours', one({ notified: opened }), REMIND_AFTER_MS - 1, null],
    ['a reminder after four hours', one({ notified: opened }), REMIND_AFTER_MS, 'reminded'],
    ['no reminder of what is in hand', one({ state: 'acked', notified: opened }), REMIND_AFTER_MS, null],
    ['one reminder', one({ notified: { opened: 0, reminded: 1 } }), 9 * REMIND_AFTER_MS, null],
    ['that it is over', one({ state: 'closed', notified: opened }), 1, 'recovered'],
    ['that it is over once', one({ state: 'closed', notified: { opened: 0, recovered: 1 } }), 2, null],
  ] as const)('is %s', (_what, incident, now, due) => {
    expect(nextEventFor(incident, now)).toBe(due);
  });

  const NIGHT = { from: '22:00', to: '06:00', tz: 'Europe/Lisbon' };
  const at = (iso: string) => Date.parse(iso);
  it('waits for the end of quiet hours and is then one e-mail', () => {
    const midnight = at('2026-01-06T00:00:00.000Z');
    const night = { isOn: true, quiet: NIGHT };
    const quiet = decideNotices([one({ opened_at: midnight - NOTICE_AFTER_MS })], night, midnight);
    expect(quiet).toMatchObject({
      lines: [],
      updates: [{ id: 'a', notified: { opened: midnight }, deferred: ['opened'] }],
    });
    const later = [
      { ...one(), ...quiet.updates[0]!, state: 'closed' as const },
      one({ id: 'b', opened_at: at('2026-01-06T05:50:00.000Z') }),
    ];
    const morning = decideNotices(later, night, at('2026-01-06T06:00:00.000Z'));
    expect(morning.isSummary).toBe(true);
    expect(morning.lines).toEqual([
      { id: 'a', event: 'opened' },
      { id: 'a', event: 'recovered' },
      { id: 'b', event: 'opened' },
    ]);
    expect(morning.updates.every(kept => kept.deferred.length === 0)).toBe(true);
  });

  it('is nothing at all where the tenant wants no e-mails, and nothing held back comes later', () => {
    const off = decideNotices(
      [one({ deferred: ['opened'], notified: opened })],
      { isOn: false, quiet: null },
      REMIND_AFTER_MS,
    );
    expect([off.lines, off.updates]).toEqual([[], [{ id: 'a', notified: opened, deferred: [] }]]);
  });

  it('comes once each, in order, however the incident goes and whenever it is quiet', () => {
    const steps = fc.array(fc.record({ state: fc.constantFrom(...INCIDENT_STATES), minutes: fc.nat(300) }));
    const clock = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '30'));
    const asText = ([hour, minute]: [number, string]) => `${String(hour).padStart(2, '0')}:${minute}`;
    fc.assert(
      fc.property(steps, clock, clock, (all, from, to) => {
        const quiet = { from: asText(from), to: asText(to), tz: 'Europe/Lisbon' };
        let now = at('2026-03-27T12:00:00.000Z');
        let incident = one({ opened_at: now });
        const heard: string[] = [];
        for (const { state, minutes } of all) {
          /** What is settled stays settled. */
          const next: IncidentState = incident.state === 'closed' ? 'closed' : state;
          incident = { ...incident, state: next };
          now += minutes * MINUTE_MS;
          const decision = decideNotices([incident], { isOn: true, quiet }, now);
          if (isWithinHours(now, quiet)) expect(decision.lines).toEqual([]);
          heard.push(...decision.lines.map(({ event }) => event));
          incident = { ...incident, ...decision.updates[0] };
        }
        expect(new Set(heard).size).toBe(heard.length);
        const order = ['opened', 'reminded', 'recovered'];
        expect([...heard].sort((a, b) => order.indexOf(a) - order.indexOf(b))).toEqual(heard);
        if (heard.length > 0) expect(heard[0]).toBe('opened');
      }),
    );
  });
});

describe('e-mails', () => {
  async function fleet(screens: number) {
    const clock = manualClock(Date.parse('2026-01-05T12:00:00.000Z'));
    const test = await startTestServer({ clock });
    const manager = await test.signIn('manager');
    const all: Screen[] = [];
    for (let n = 1; n <= screens; n++) {
      const screen = makeScreen(test);
      await screen.pair(test.admin, { name: `Cab ${n}` });
      await screen.call('POST', '/api/player/heartbeat', said());
      all.push(screen);
    }
    async function pass(minutes: number, well: readonly Screen[] = []) {
      for (let n = 0; n < minutes; n++) {
        for (const screen of well) await screen.call('POST', '/api/player/heartbeat', said());
        clock.jump(MINUTE_MS);
        await test.network.sightings.flush();
        await detectIncidents(test.server);
        await sendNotices(test.server);
        await test.runJobs();
      }
    }
    const toManager = () => test.emails.filter(message => message.to === manager.email);
    return { clock, test, all, pass, toManager };
  }

  it('name a whole group once, go to who may do something about it, and stand in the console', async () => {
    const { test, all, pass, toManager } = await fleet(6);
    const never = makeScreen(test);
    await never.pair(test.admin, { name: 'Never seen' });
    const analyst = await test.signIn('analyst');
    await pass(22);
    expect(toManager()).toHaveLength(1);
    const [message] = toManager();
    expect(message?.text).toMatch(/^Offline: (Cab \d, ){4}Cab \d and 1 more, since /);
    expect(message?.text).not.toContain('Never seen');
    expect(test.emails.some(({ to }) => to === analyst.email)).toBe(false);
    await pass(2, all);
    expect(toManager().map(({ text }) => text.split(',')[0])).toEqual([
      expect.stringContaining('Offline'),
      'Resolved: Offline',
    ]);
    const { headers } = await test.signIn('analyst');
    const listed = (await call(test, { headers }, 'GET', '/api/notices')).json<{ items: Notice[] }>();
    expect(listed.items.map(({ kind, lines }) => [kind, lines[0]?.event, lines[0]?.screens])).toEqual([
      ['now', 'recovered', 6],
      ['now', 'opened', 6],
    ]);
    await test.close();
  });

  it('wait for the morning in quiet hours, then come as one, in the reader’s language', async () => {
    const { test, all, pass, toManager } = await fleet(2);
    await test.db
      .update(tenants)
      .set({ quiet_from: '12:00', quiet_to: '12:40', tz: 'UTC' })
      .where(eq(tenants.id, test.admin.tenant_id));
    await pass(25, [all[1]!]);
    await pass(2, all);
    expect(toManager()).toEqual([]);
    await pass(14, all);
    expect(toManager()).toHaveLength(1);
    const [message] = toManager();
    expect(message?.subject).toContain('quiet hours');
    expect(message?.text).toContain('Offline: Cab 1, since ');
    expect(message?.text).toContain('Resolved: Offline, Cab 1');
    await test.close();
  });

  it('are none where the tenant wants none', async () => {
    const { test, pass } = await fleet(1);
    await test.db.update(tenants).set({ incident_mail: false });
    await pass(25);
    expect(test.emails).toEqual([]);
    await test.close();
  });
});
