import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addPerson,
  freshEmail,
  newcomer,
  outcomeOf,
  platformOf,
  type Person,
  type SignedIn,
} from '../../support/server/people.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { users } from '../../../server/db/schema.ts';
import { isStaff, ROLES, type Role } from '../../../shared/contract/wire/roles.ts';

let t: TestServer;
let platform: string;
const people = new Map<Role, SignedIn>();
beforeAll(async () => {
  t = await startTestServer();
  platform = await platformOf(t);
  for (const role of ROLES) people.set(role, await newcomer(t, role));
  await addPerson(t, 'owner');
});
afterAll(() => t.close());

/**
 * Who edits and grants whom. Columns as rows: super admin, staff admin, staff support, owner, admin, manager,
 * analyst, viewer, device owner. + may, - may not, . is not reached: staff belong to the platform, where no
 * tenant's own people act.
 */
const TABLE: Record<Role, string> = {
  staff_super_admin: '+++++++++',
  staff_admin: '--+++++++',
  staff_support: '---------',
  owner: '...-+++++',
  admin: '...--++++',
  manager: '---------',
  analyst: '---------',
  viewer: '---------',
  device_owner: '---------',
};
const EDITS = {
  '+': [[200]],
  '-': [[403, 'FORBIDDEN']],
  /** At home there is no such user; at the platform nobody of a tenant acts. */
  '.': [
    [404, 'NOT_FOUND'],
    [403, 'TENANT_DENIED'],
  ],
} as const;
const cell = (actor: Role, other: Role) => TABLE[actor][ROLES.indexOf(other)] as keyof typeof EDITS;
const homeOf = (role: Role) => (isStaff(role) ? platform : t.tenant_id);

const actorOf = (role: Role): SignedIn => {
  const actor = people.get(role);
  if (!actor) throw new Error(role);
  return actor;
};
/** Staff that cross act in the tenant of whom they act on; all others where they are at home. */
const placesFor = (actor: Role, other: Role): string[] => {
  if (actor === 'staff_super_admin' || actor === 'staff_admin') return [homeOf(other)];
  return cell(actor, other) === '.' ? [t.tenant_id, platform] : [homeOf(actor)];
};

describe.each(ROLES)('%s', actorRole => {
  it.each(ROLES)('edits, suspends and removes %s as the ladder says', async other => {
    const actor = actorOf(actorRole);
    const target = await addPerson(t, other);
    const url = `/api/users/${target.id}`;
    const outcomes = [];
    for (const tenant of placesFor(actorRole, other)) {
      const payload = { first_name: 'Other' };
      outcomes.push(outcomeOf(await actor.call('PATCH', url, { tenant, version: 1, payload })));
    }
    expect(outcomes).toEqual(EDITS[cell(actorRole, other)]);
    const [tenant = ''] = placesFor(actorRole, other);
    const suspended = await actor.call('POST', `${url}/suspend`, { tenant });
    const signedOut = await actor.call('POST', `${url}/sign-out`, { tenant });
    const removed = await actor.call('DELETE', url, { tenant, version: suspended.statusCode < 400 ? 3 : 1 });
    const may = cell(actorRole, other) === '+';
    expect([suspended, signedOut, removed].map(answer => answer.statusCode < 400)).toEqual([may, may, may]);
  });

  it.each(ROLES)('grants %s as the ladder says, by making one and by promotion', async other => {
    const actor = actorOf(actorRole);
    const may = cell(actorRole, other) === '+';
    const tenant = placesFor(actorRole, other)[0] ?? '';
    const payload = { email: freshEmail(), role: other };
    const made = await actor.call('POST', '/api/users', { tenant, payload });
    expect(outcomeOf(made)).toEqual(may ? [200] : [403, 'FORBIDDEN']);

    const lowest = isStaff(other) ? 'staff_support' : 'device_owner';
    const target = await addPerson(t, lowest);
    const promoted = await actor.call('PATCH', `/api/users/${target.id}`, {
      tenant,
      version: 1,
      payload: { role: other, last_name: 'Promoted' },
    });
    const reached = cell(actorRole, other) !== '.';
    expect(outcomeOf(promoted)).toEqual(may ? [200] : reached ? [403, 'FORBIDDEN'] : [404, 'NOT_FOUND']);
  });

  it('does nothing of it to himself', async () => {
    const actor = actorOf(actorRole);
    const url = `/api/users/${actor.id}`;
    const outcomes = [
      await actor.call('PATCH', url, { version: 1, payload: { role: 'viewer' } }),
      await actor.call('PATCH', url, { version: 1, payload: { is_signatory: true } }),
      await actor.call('POST', `${url}/suspend`),
      await actor.call('POST', `${url}/reset-password`),
      await actor.call('POST', `${url}/reset-second-factor`),
      await actor.call('DELETE', url, { version: 1 }),
    ].map(outcomeOf);
    expect(outcomes).toEqual(outcomes.map(() => [403, 'FORBIDDEN']));
    const me = await actor.call('GET', '/api/auth/me');
    expect(me.json()).toMatchObject({ user: { role: actorRole, status: 'active', version: 1 } });
    const own = await actor.call('PATCH', '/api/auth/me', { version: 1, payload: { role: 'owner' } });
    expect(outcomeOf(own)).toEqual([400, 'VALIDATION']);
  });
});

describe('the last', () => {
  const only = (role: Role, ...kept: Person[]) =>
    t.db
      .update(users)
      .set({ status: 'suspended' })
      .where(and(eq(users.role, role), eq(users.status, 'active')))
      .then(async () => {
        for (const { id } of kept) await t.db.update(users).set({ status: 'active' }).where(eq(users.id, id));
      });
  const attempts = (actor: SignedIn, target: Person) => {
    const [url, at] = [`/api/users/${target.id}`, { tenant: target.tenant_id, version: 1 }];
    return [
      () => actor.call('POST', `${url}/suspend`, at),
      () => actor.call('DELETE', url, at),
      () =>
        actor.call('PATCH', url, {
          ...at,
          payload: { role: isStaff(target.role) ? 'staff_admin' : 'manager' },
        }),
    ];
  };

  it('owner of a tenant stays, and others may go', async () => {
    const staff = await newcomer(t, 'staff_super_admin');
    const place = await t.addTenant('last-owner');
    const first = await addPerson(t, 'owner', { tenant_id: place });
    const second = await addPerson(t, 'owner', { tenant_id: place });
    await addPerson(t, 'owner', { tenant_id: place, status: 'suspended' });
    expect((await staff.call('POST', `/api/users/${second.id}/suspend`, { tenant: place })).statusCode).toBe(
      200,
    );
    for (const attempt of attempts(staff, first)) expect(outcomeOf(await attempt())).toEqual([422, 'RULE']);
    const named = await staff.call('PATCH', `/api/users/${first.id}`, {
      tenant: place,
      version: 1,
      payload: { last_name: 'Stays' },
    });
    expect(named.json()).toMatchObject({ role: 'owner', status: 'active' });
  });

  it('of two owners stays, though two take out one each at the same time', async () => {
    const staff = await newcomer(t, 'staff_super_admin');
    const other = await newcomer(t, 'staff_admin');
    for (let n = 0; n < 5; n++) {
      const place = await t.addTenant(`two-owners-${n}`);
      const one = await addPerson(t, 'owner', { tenant_id: place });
      const two = await addPerson(t, 'owner', { tenant_id: place });
      const answers = await Promise.all([
        staff.call('DELETE', `/api/users/${one.id}`, { tenant: place, version: 1 }),
        other.call('POST', `/api/users/${two.id}/suspend`, { tenant: place }),
      ]);
      const refused = answers.filter(answer => answer.statusCode >= 400);
      expect(refused.map(outcomeOf)).toEqual([[422, 'RULE']]);
    }
  });

  it('staff_super_admin stays, though two take out each other at the same time', async () => {
    for (let n = 0; n < 5; n++) {
      const one = await newcomer(t, 'staff_super_admin');
      const two = await newcomer(t, 'staff_super_admin');
      await only('staff_super_admin', one, two);
      const answers = await Promise.all([
        one.call('POST', `/api/users/${two.id}/suspend`),
        two.call('PATCH', `/api/users/${one.id}`, { version: 1, payload: { role: 'staff_admin' } }),
      ]);
      const active = and(eq(users.role, 'staff_super_admin'), eq(users.status, 'active'));
      expect(await t.db.$count(users, active)).toBe(1);
      expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(1);
    }
  });
});
