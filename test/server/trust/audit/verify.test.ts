import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonical } from '../../../../shared/contract/wire/canonical.ts';
import { appendAnchors, readAnchors } from '../../../../server/trust/audit/anchor.ts';
import { rowsOf } from '../../../../server/db/rows.ts';
import { createAuditHeads } from '../../../../server/transaction/auditHeads.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import { manualClock } from '../../../support/clock.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { chain, past, removed } from './chains.ts';

let t: TestServer;
beforeAll(async () => {
  t = await startTestServer();
});
afterAll(() => t.close());

describe('audit events', () => {
  it('S9 are only ever added: no statement changes them, whoever says it', async () => {
    const { tenant_id } = await chain(t);
    const before = rowsOf(await t.db.execute(sql`select * from audit_events order by tenant_id, seq`));
    const statements = [
      sql`update audit_events set action = 'x'`,
      sql`update audit_events set seq = seq`,
      sql`delete from audit_events`,
      sql`truncate audit_events cascade`,
      sql`insert into audit_events select * from audit_events where tenant_id = ${tenant_id} and seq = 1
        on conflict (id) do update set action = 'x'`,
    ];
    for (const statement of statements) {
      await expect(t.db.execute(statement), 'as the owner').rejects.toThrow();
      const inside = inTenant(t.server, { tenant_id, user_id: null }, ({ tx }) => tx.execute(statement));
      await expect(inside, 'as the server').rejects.toThrow();
    }
    expect(rowsOf(await t.db.execute(sql`select * from audit_events order by tenant_id, seq`))).toEqual(
      before,
    );
  });

  it('stand in one whole chain a tenant, also where many write at once', async () => {
    const one = await chain(t);
    const two = await chain(t);
    await Promise.all(Array.from({ length: 30 }, (_, n) => (n % 2 ? one : two).write(`Parallel ${n}`)));
    for (const { verify, tenant_id } of [one, two]) {
      expect(await verify()).toMatchObject({ ok: true, count: 21, first_bad: null });
      const seqs = rowsOf<{ seq: number }>(
        await t.db.execute(
          sql`select seq::int from audit_events where tenant_id = ${tenant_id} order by seq`,
        ),
      ).map(row => row.seq);
      expect(seqs).toEqual(Array.from({ length: 22 }, (_, n) => n + 1));
    }
  });
});

describe('verify', () => {
  it.each([
    ['action', sql`action = 'playlists.delete'`],
    ['time', sql`at = at + interval '1 ms'`],
    ['actor', sql`actor_id = gen_random_uuid()`],
    ['role', sql`actor_role = 'viewer'`],
    ['target', sql`target_id = null`],
    ['request', sql`request_id = null`],
    ['hash of the detail', sql`detail_hash = repeat('0', 64)`],
    ['hash', sql`hash = repeat('0', 64)`],
    ['hash of the one before', sql`prev_hash = repeat('0', 64)`],
  ])('S9 finds an event whose %s was edited, and names it', async (_, set) => {
    const { tenant_id, verify } = await chain(t);
    await past(t.db, sql`update audit_events set ${set} where tenant_id = ${tenant_id} and seq = 3`);
    expect(await verify()).toMatchObject({ ok: false, count: 2, first_bad: { seq: 3 } });
  });

  it('S9 finds an edit by somebody who makes all hashes anew, but has no key', async () => {
    const { tenant_id, verify } = await chain(t);
    interface Event {
      [field: string]: unknown;
      seq: number;
      at: string;
      hash: string;
    }
    const rows = rowsOf<Event>(
      await t.db.execute(sql`select to_jsonb(e) - 'hash' as event from audit_events e
        where tenant_id = ${tenant_id} order by seq`),
    ) as unknown as { event: Event }[];
    let prev = '0'.repeat(64);
    const statements = rows.map(({ event }) => {
      const made = { ...event, action: event.seq === 3 ? 'x.y' : event['action'], prev_hash: prev };
      prev = createHash('sha256').update(canonical(made)).digest('hex');
      return sql`update audit_events set action = ${made.action}, prev_hash = ${made.prev_hash}, hash = ${prev}
        where tenant_id = ${tenant_id} and seq = ${event.seq}::int`;
    });
    await past(t.db, ...statements);
    expect(await verify()).toMatchObject({ ok: false, first_bad: { seq: 1 } });
  });

  it('S9 finds a removed event, at its end of the gap', async () => {
    const { tenant_id, verify } = await chain(t);
    await past(t.db, ...removed(tenant_id, 3));
    expect(await verify()).toMatchObject({
      ok: false,
      count: 2,
      first_bad: { seq: 4, reason: 'expected event 3, found 4' },
    });
  });

  it('S9 finds a removed event whose gap was closed by renumbering', async () => {
    const { tenant_id, verify } = await chain(t);
    await past(
      t.db,
      ...removed(tenant_id, 3),
      sql`update audit_events set seq = -seq where tenant_id = ${tenant_id} and seq > 3`,
      sql`update audit_events set seq = -seq - 1 where tenant_id = ${tenant_id} and seq < 0`,
    );
    expect(await verify()).toMatchObject({ ok: false, first_bad: { seq: 3 } });
  });

  it('S9 finds the first event gone', async () => {
    const { tenant_id, verify } = await chain(t);
    await past(t.db, ...removed(tenant_id, 1));
    expect(await verify()).toMatchObject({
      ok: false,
      count: 0,
      head: expect.any(String) as string,
      first_bad: { seq: 2 },
    });
  });

  it('finds two events that changed places', async () => {
    const { tenant_id, verify } = await chain(t);
    const move = (from: number, to: number) =>
      sql`update audit_events set seq = ${to}::int where tenant_id = ${tenant_id} and seq = ${from}::int`;
    await past(t.db, move(3, 99), move(4, 3), move(99, 4));
    expect(await verify()).toMatchObject({ ok: false, first_bad: { seq: 3 } });
  });

  it('finds an event of another tenant put in', async () => {
    const { tenant_id, verify } = await chain(t);
    const other = await chain(t);
    await past(
      t.db,
      sql`delete from audit_details where tenant_id in (${tenant_id}, ${other.tenant_id})`,
      ...removed(tenant_id, 6),
      sql`update audit_events set tenant_id = ${tenant_id} where tenant_id = ${other.tenant_id} and seq = 6`,
    );
    expect(await verify()).toMatchObject({ ok: false, first_bad: { seq: 6 } });
  });

  it.each([
    ['its words were changed', sql`detail = jsonb_set(detail, '{actor_email}', '"somebody@else.example"')`],
    ['its salt was changed', sql`salt = 'x'`],
    ['what it became was changed', sql`detail = jsonb_set(detail, '{diff}', '{}')`],
  ])('S9 finds a replaced detail: %s', async (_, set) => {
    const { tenant_id, verify } = await chain(t);
    await t.db.execute(sql`update audit_details set ${set} where event_id =
      (select id from audit_events where tenant_id = ${tenant_id} and seq = 4)`);
    expect(await verify()).toMatchObject({
      ok: false,
      first_bad: { seq: 4, reason: 'its detail is not the one it was written with' },
    });
  });

  it('holds where a detail was erased', async () => {
    const { tenant_id, verify } = await chain(t);
    await t.db.execute(sql`delete from audit_details where tenant_id = ${tenant_id}`);
    expect(await verify()).toMatchObject({ ok: true, count: 6, first_bad: null });
  });

  it('S9 finds a cut-off end by the heads noted outside the database, and an end written anew', async () => {
    const { tenant_id, verify, write } = await chain(t);
    await appendAnchors(t.server);
    await appendAnchors(t.server);
    const noted = (await readAnchors(t.server.config.dataDir)).filter(
      anchor => anchor.tenant_id === tenant_id,
    );
    expect(noted).toMatchObject([{ seq: 6 }, { seq: 6 }]);
    await past(t.db, ...removed(tenant_id, 5, 6));
    expect(await verify()).toMatchObject({
      ok: false,
      first_bad: { seq: 5, reason: 'events up to 6 were noted, the chain ends at 4' },
    });
    for (let n = 0; n < 4; n++) await write('Written anew');
    expect(await verify()).toMatchObject({
      ok: false,
      first_bad: { seq: 6, reason: 'it is not the event whose hash was noted' },
    });
  });

  it('S9 finds the newest event gone as soon as its writer was answered, also of many at once', async () => {
    const { tenant_id, verify, write } = await chain(t);
    await Promise.all(Array.from({ length: 8 }, (_, n) => write(`At once ${n}`)));
    expect(await verify()).toMatchObject({ ok: true, count: 14 });
    await write('The newest');
    await past(t.db, ...removed(tenant_id, 16));
    expect(await verify()).toMatchObject({
      ok: false,
      first_bad: { seq: 16, reason: 'events up to 16 were noted, the chain ends at 15' },
    });
    await write('In its place');
    await write('And one more');
    await appendAnchors(t.server);
    expect(await verify()).toMatchObject({
      ok: false,
      first_bad: { seq: 16, reason: 'it is not the event whose hash was noted' },
    });
  });

  it('notes nothing of a write that was rolled back', async () => {
    const { tenant_id, verify } = await chain(t);
    const { appendAuditEntry, THE_SERVER } = await import('../../../../server/transaction/audit.ts');
    const refused = inTenant(t.server, { tenant_id, user_id: null }, async ctx => {
      await appendAuditEntry(ctx, THE_SERVER, { action: 'a.b', target_type: 'a', target_id: null, diff: {} });
      throw new Error('rolled back');
    });
    await expect(refused).rejects.toThrow('rolled back');
    expect(await verify()).toMatchObject({ ok: true, count: 6 });
  });

  it('loses no head to a disk that is full for a moment', async () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'wayside-heads-')), 'later');
    const heads = createAuditHeads({ dataDir, clock: manualClock() });
    const head = (tenant_id: string, seq: number) => ({ tenant_id, seq, hash: `${tenant_id}${seq}` });
    await heads.note([head('a', 1), head('b', 1)]);
    mkdirSync(dataDir);
    await heads.note([head('a', 2)]);
    const noted = async () =>
      (await readAnchors(dataDir)).map(({ hash }) => hash).sort((one, other) => one.localeCompare(other));
    expect(await noted()).toEqual(['a2', 'b1']);
    await heads.note([head('a', 3)]);
    const outlived: string[] = [];
    const keep = (lines: readonly { hash: string }[]) =>
      Promise.resolve(void outlived.push(...lines.map(({ hash }) => hash)));
    await heads.compact(keep);
    expect([outlived, await noted()]).toEqual([[], ['a3', 'b1']]);
    await heads.note([{ ...head('a', 3), hash: 'in its place' }]);
    await heads.note([head('a', 4)]);
    await heads.compact(keep);
    expect([outlived, await noted()]).toEqual([['a3'], ['a4', 'b1']]);
    rmSync(join(dataDir, '..'), { recursive: true });
  });

  it('reads more than one page of a long chain, and names a fault in the last', async () => {
    const tenant_id = await t.addTenant('long-chain');
    const { appendAuditEntry } = await import('../../../../server/transaction/audit.ts');
    const auditPrincipal = { id: null, role: null, email: null, ip: null, ua: null, request_id: null };
    await inTenant(t.server, { tenant_id, user_id: null }, async ctx => {
      for (let n = 0; n < 1_050; n++)
        await appendAuditEntry(ctx, auditPrincipal, {
          action: 'a.b',
          target_type: 'a',
          target_id: null,
          diff: {},
        });
    });
    const by = await t.signIn('owner', tenant_id);
    const ask = async () => {
      const url = '/api/audit-events/verify';
      return (await t.app.inject({ method: 'POST', url, payload: {}, headers: by.headers })).json<object>();
    };
    expect(await ask()).toMatchObject({ ok: true, count: 1_051 });
    await past(
      t.db,
      sql`update audit_events set action = 'c.d' where tenant_id = ${tenant_id} and seq = 1001`,
    );
    expect(await ask()).toMatchObject({ ok: false, count: 1_000, first_bad: { seq: 1_001 } });
  });
});
