import { eq, sql } from 'drizzle-orm';
import { unzipSync, strFromU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ComplianceRequest } from '../../../../shared/contract/trust/compliance.ts';
import type { ContractDetail } from '../../../../shared/contract/sales/contract.ts';
import type { Verdict } from '../../../../shared/contract/trust/audit.ts';
import { rowsOf } from '../../../../server/db/rows.ts';
import { contracts, passkeys, sealedOriginals, tenants, users } from '../../../../server/db/schema.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { addPasskeyRow } from '../../../support/server/rows/entranceRows.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { contractWorld, signs, type User } from '../../sales/contracts/world.ts';

const MANY = 20_000;
const HOUR_MS = 3_600_000;
const YEAR_MS = 366 * 86_400_000;
const clock = manualClock(Date.parse('2026-03-02T10:00:00.000Z'));
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());
const { act, own, people, sent, readOwn } = contractWorld(() => test);
const post = (by: User, url: string, payload: object = {}) => call(test, by, 'POST', url, { payload });
const SMTP = {
  ...{ host: 'mail.test.example', port: 587, user: 'noreply@platform.example', password: null },
  ...{ from: 'noreply@platform.example', encryption: 'starttls' },
} as never as { from: string } & NonNullable<(typeof tenants.$inferSelect)['smtp']>;
let signedId = '';
const NAME = ['Counter', 'Seven-North'] as const;
const FULL = NAME.join(' ');

/** Every table and column that the database has, as text. */
async function tablesWith(...words: string[]): Promise<string[]> {
  const found: string[] = [];
  const tables = rowsOf<{ name: string }>(
    await test.db.execute(sql`select tablename as name from pg_tables where schemaname = 'public'`),
  );
  expect(tables.length).toBeGreaterThan(100);
  for (const { name: table } of tables) {
    const rows = rowsOf<{ n: number }>(
      await test.db.execute(sql`
        select count(*)::int as n from ${sql.identifier(table)} t
        where ${sql.join(
          words.map(word => sql`position(lower(${word}) in lower(t::text)) > 0`),
          sql` or `,
        )}`),
    );
    if (rows[0]!.n > 0) found.push(table);
  }
  return found;
}
async function named(by: User): Promise<User> {
  const [first_name, last_name] = NAME;
  await test.db.update(users).set({ first_name, last_name }).where(eq(users.id, by.id));
  return by;
}
async function ask(by: User, kind: string) {
  const answer = await post(by, '/api/own-privacy-requests', { kind });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ id: string }>().id;
}
const decide = (by: User, id: string, verb: string, payload: object = {}) =>
  post(by, `/api/compliance/requests/${id}/${verb}`, payload);
async function erased(by: User, admin: User) {
  const id = await ask(by, 'erasure');
  expect((await decide(admin, id, 'verify')).statusCode).toBe(200);
  const answer = await decide(admin, id, 'erase');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ComplianceRequest>();
}
const isWhole = async (admin: User) => (await post(admin, '/api/audit-events/verify')).json<Verdict>();

describe('leaving', () => {
  it('S10 an erasure leaves no match in any table, contracts and the audit chain stay whole', async () => {
    const by = await people();
    const person = await named(by.signatory);
    const contract = await sent(by, {
      title: `Spots for ${FULL}`,
      parties: [{ name: FULL, user_id: person.id }],
    });
    await own(person, contract.id, 'sign', { ...signs(contract), name: FULL });
    expect((await act(by.admin, contract.id, 'countersign', signs(contract))).statusCode).toBe(200);
    const text = `Please call ${FULL}, ${person.email}.`;
    await post(person, '/api/own-tickets', { subject: 'My screen', category: 'device', body: text });
    await post(by.admin, '/api/playlists', { name: `For ${NAME[1]}, ${NAME[0]}` });
    await post(by.admin, '/api/compliance/requests', { kind: 'access', subject_email: person.email });
    await call(test, person, 'PATCH', '/api/auth/me', {
      payload: { last_name: `${NAME[1]}`, locale: 'zh' },
      version: 1,
    });
    expect(await tablesWith(person.email)).toEqual(
      expect.arrayContaining(['audit_details', 'tickets', 'ticket_messages', 'users', 'compliance_requests']),
    );
    await addPasskeyRow(test, { tenant_id: test.tenant_id, user_id: person.id, name: FULL });
    expect(await tablesWith(FULL)).toEqual(expect.arrayContaining(['contracts', 'passkeys', 'tickets']));

    expect(await erased(person, by.admin)).toMatchObject({ state: 'completed' });
    expect(await test.db.$count(passkeys, eq(passkeys.user_id, person.id))).toBe(0);
    expect(await tablesWith(person.email, FULL, `${NAME[1]}, ${NAME[0]}`)).toEqual([]);
    expect(test.emails.at(-1)).toMatchObject({ to: person.email, subject: '您的数据已删除' });
    expect(await isWhole(by.admin)).toMatchObject({ ok: true });

    const after = (await call(test, by.admin, 'GET', `/api/contracts/${contract.id}`)).json<ContractDetail>();
    expect(after).toMatchObject({ is_intact: true, is_redacted: true, body_sha256: contract.body_sha256 });
    expect(after.signatures[0]!.name).toMatch(/^#[0-9a-f]{12}$/);
    expect((await readOwn(person, contract.id)).statusCode).toBe(401);
    const setBody = (body: string) =>
      test.db.update(contracts).set({ body }).where(eq(contracts.id, contract.id));
    await setBody(after.body.replace('Lisbon', 'Porto'));
    const tampered = await call(test, by.admin, 'GET', `/api/contracts/${contract.id}`);
    expect(tampered.json()).toMatchObject({ is_intact: false });
    await setBody(after.body);
    signedId = contract.id;
  });

  it('S10 what was sealed is deleted once the term of the law is over, by a task that runs each hour', async () => {
    const retention = expect.objectContaining({ name: 'retention', every_ms: HOUR_MS }) as object;
    expect(test.server.periodic.states()).toContainEqual(retention);
    const left = async () =>
      (await test.db.select().from(sealedOriginals)).filter(({ sealed }) => sealed !== '').length;
    const all = await left();
    expect(all).toBeGreaterThan(1);
    /** By itself, within an hour of the clock; the statistics are the last of that work. */
    const pass = async (ms: number) => {
      clock.jump(ms);
      const before = clock.now();
      await clock.advance(HOUR_MS);
      for (const name of ['retention', 'statistics']) {
        const ran = () => test.server.periodic.states().find(state => state.name === name)?.last;
        await vi.waitFor(() => expect(Date.parse(ran()?.at ?? '')).toBeGreaterThan(before), 20_000);
        expect(ran()?.failure).toBeNull();
      }
    };
    await pass(9 * YEAR_MS);
    expect(await left()).toBe(all);
    await pass(2 * YEAR_MS);
    expect(await left()).toBe(0);
    /** Nobody takes a contract for a forged one because its first text is gone. */
    const admin = await test.signIn('admin');
    const { body } = await call(test, admin, 'GET', `/api/contracts/${signedId}`);
    expect(JSON.parse(body)).toMatchObject({ state: 'expired', is_intact: true, is_redacted: true });
  });

  it('finds an address and a name however they are written, and nothing that only looks like them', async () => {
    const admin = await test.signIn('admin');
    const person = await test.signIn('viewer');
    await test.db.update(users).set({ first_name: 'Ann', last_name: 'Lee' }).where(eq(users.id, person.id));
    const texts = [`ANN LEE`, `Lee, Ann`, `_${person.email}_`, `-${person.email.toUpperCase()}.`];
    for (const name of texts) await post(admin, '/api/playlists', { name });
    await post(admin, '/api/own-tickets', {
      ...{ subject: 'Lines', category: 'other', body: `Write to\n${person.email}\nor\nann lee.` },
    });
    await post(admin, '/api/playlists', { name: 'Ann Leeds' });
    await post(admin, '/api/playlists', { name: `o'${person.email}` });
    await erased(person, admin);
    const names = rowsOf<{ name: string }>(
      await test.db.execute(sql`select name from playlists order by created_at desc, id desc limit 6`),
    ).map(({ name }) => name);
    expect(names).toContain('Ann Leeds');
    expect(names).toContain(`o'${person.email}`);
    expect(names.filter(name => /#|erased/.test(name))).toHaveLength(4);
    expect(await tablesWith('ann lee.', `to\n${person.email}`, `_${person.email}`)).toEqual([]);
  });

  it('whoever calls himself like a word changes no state, no setting and no other tenant', async () => {
    const other = await test.addTenant('elsewhere');
    const stranger = await test.signIn('owner', other);
    const lunch = 'Blue Cab lunch loop';
    await post(stranger, '/api/playlists', { name: lunch });
    await test.db.update(tenants).set({ smtp: SMTP }).where(eq(tenants.id, other));
    const states = await test.db.select({ id: tenants.id, status: tenants.status }).from(tenants);
    const admin = await test.signIn('admin');
    for (const [first_name, last_name] of [
      ['ive', 'act'],
      ['Blue', 'Cab'],
    ] as const) {
      const { id } = await test.signIn('viewer');
      const email = first_name === 'Blue' ? SMTP.from : `${id}@test.example`;
      await test.db.update(users).set({ first_name, last_name, email }).where(eq(users.id, id));
      const taken = await post(admin, '/api/compliance/requests', { kind: 'erasure', subject_email: email });
      const request = taken.json<ComplianceRequest>().id;
      await decide(admin, request, 'verify');
      expect((await decide(admin, request, 'erase')).statusCode).toBe(200);
    }
    expect(await test.db.select({ id: tenants.id, status: tenants.status }).from(tenants)).toEqual(states);
    const [row] = await test.db.select().from(tenants).where(eq(tenants.id, other));
    expect(row!.smtp).toEqual(SMTP);
    expect(await tablesWith(lunch)).toContain('playlists');
  });

  it('is left to the people of the tenant, as a copy is', async () => {
    const other = await test.addTenant('third');
    const theirs = await test.signIn('viewer', other);
    const owner = await test.signIn('owner');
    const headers = { ...owner.headers, 'x-tenant-id': other };
    const taken = await call(test, { ...owner, headers }, 'POST', '/api/compliance/requests', {
      payload: { kind: 'access', subject_email: theirs.email },
    });
    expect(taken.statusCode).toBe(403);
    const admin = await test.signIn('admin');
    const above = (
      await post(admin, '/api/compliance/requests', { kind: 'access', subject_email: owner.email })
    ).json<ComplianceRequest>().id;
    await decide(admin, above, 'verify');
    expect((await call(test, admin, 'GET', `/api/compliance/requests/${above}/export`)).statusCode).toBe(403);
  });

  it('a longer address that holds the erased one stays', async () => {
    const admin = await test.signIn('admin');
    const person = await test.signIn('viewer');
    const longer = `x${person.email}`;
    await post(admin, '/api/playlists', { name: longer });
    await erased(person, admin);
    expect(await tablesWith(longer)).toContain('playlists');
  });

  it('is decided by somebody above, and never of the last owner or of oneself', async () => {
    const admin = await test.signIn('admin');
    const owner = await test.signIn('owner');
    for (const [by, person] of [
      [admin, owner],
      [owner, owner],
    ] as const) {
      const id = (
        await post(owner, '/api/compliance/requests', { kind: 'erasure', subject_email: person.email })
      ).json<{ id: string }>().id;
      await decide(owner, id, 'verify');
      expect((await decide(by, id, 'erase')).statusCode).toBe(403);
    }
    const id = await ask(admin, 'rectify');
    expect((await decide(owner, id, 'erase')).statusCode).toBe(409);
    await decide(owner, id, 'verify');
    expect((await decide(owner, id, 'erase')).json()).toMatchObject({ details: { kind: ['erasure'] } });
    expect((await decide(owner, id, 'complete')).json()).toMatchObject({ state: 'completed' });
  });
});

describe('a copy', () => {
  it('S10 holds what is kept about the person, in JSON and tables, without secrets and other people', async () => {
    const admin = await test.signIn('admin');
    const person = await named(await test.signIn('manager'));
    await post(person, '/api/own-tickets', { subject: 'Of my own', category: 'other', body: 'Mine alone.' });
    await post(admin, '/api/own-tickets', { subject: 'Of another', category: 'other', body: 'Not theirs.' });
    await post(person, '/api/playlists', { name: 'Evening' });
    await addPasskeyRow(test, { tenant_id: test.tenant_id, user_id: person.id });
    const answer = await call(test, person, 'GET', '/api/auth/me/data');
    expect(answer.headers['content-type']).toBe('application/zip');
    const files = unzipSync(answer.rawPayload);
    const data = JSON.parse(strFromU8(files['data.json']!)) as Record<string, object[]>;
    expect(data['users']).toEqual([expect.objectContaining({ email: person.email, first_name: NAME[0] })]);
    expect(data['tickets']).toEqual([expect.objectContaining({ subject: 'Of my own' })]);
    expect(data['sessions']!.length).toBeGreaterThan(0);
    expect(data['passkeys']).toEqual([expect.objectContaining({ name: 'Telephone' })]);
    expect(data['acts']).toContainEqual(expect.objectContaining({ table: 'playlists', as: 'created_by' }));
    const all = Object.values(files)
      .map(file => strFromU8(file))
      .join('\n');
    for (const secret of ['argon2', 'binding_hash', 'Of another', admin.email])
      expect(all).not.toContain(secret);
    expect(strFromU8(files['tickets.csv']!)).toContain('Of my own');
  });

  it('S10 of a person with 20,000 messages is made within 30 s', { timeout: 30_000 }, async () => {
    const person = await test.signIn('viewer');
    const ticket = (
      await post(person, '/api/own-tickets', { subject: 'Long', category: 'other', body: 'First.' })
    ).json<{ id: string }>();
    await test.db.execute(sql`
      insert into ticket_messages (id, tenant_id, ticket_id, created_at, author_id, author_name, kind, body)
      select gen_random_uuid(), tenant_id, ticket_id, created_at, author_id, author_name, kind, 'Message ' || n
      from ticket_messages, generate_series(1, ${MANY}) n where ticket_id = ${ticket.id}`);
    const files = unzipSync((await call(test, person, 'GET', '/api/auth/me/data')).rawPayload);
    expect(strFromU8(files['ticket_messages.csv']!).split('\r\n').length).toBeGreaterThan(MANY);
  });

  it('of somebody else is made once it is certain who asks, and of nobody who has no account', async () => {
    const admin = await test.signIn('admin');
    const person = await test.signIn('viewer');
    const take = async (subject_email: string, kind = 'access') =>
      (await post(admin, '/api/compliance/requests', { kind, subject_email })).json<ComplianceRequest>();
    const request = await take(person.email);
    const copy = (id: string) => call(test, admin, 'GET', `/api/compliance/requests/${id}/export`);
    expect((await copy(request.id)).statusCode).toBe(409);
    await decide(admin, request.id, 'verify');
    const files = unzipSync((await copy(request.id)).rawPayload);
    expect(strFromU8(files['data.json']!)).toContain(person.email);
    const unknown = await take('desk@nowhere.example');
    await decide(admin, unknown.id, 'verify');
    expect((await copy(unknown.id)).json()).toMatchObject({ details: { subject_email: ['unknown'] } });
    expect(request.due_at).toBe(new Date(clock.now() + 30 * 86_400_000).toISOString());
    expect((await take(person.email, 'opt_out_sale')).due_at).toBe(
      new Date(clock.now() + 45 * 86_400_000).toISOString(),
    );
  });
});
