/** Chains to tamper with: a tenant of its own, and the way past the trigger that only a superuser has. */
import { sql, type SQL } from 'drizzle-orm';
import type { Verdict } from '../../../../shared/contract/trust/audit.ts';
import type { Db } from '../../../../server/db/database.ts';
import type { TestServer } from '../../../support/server/server.ts';

let tenants = 0;
/** Sign-in and five playlists: events 1 to 6. */
export async function chain(test: TestServer) {
  const slug = `chain-${++tenants}`;
  const tenant_id = await test.addTenant(slug);
  const by = await test.signIn('owner', tenant_id);
  const write = (name: string) =>
    test.app.inject({ method: 'POST', url: '/api/playlists', payload: { name }, headers: by.headers });
  for (let n = 1; n <= 5; n++) await write(`Loop ${n}`);
  return {
    tenant_id,
    slug,
    by,
    write,
    verify: async (): Promise<Verdict> => {
      const url = '/api/audit-events/verify';
      const answer = await test.app.inject({ method: 'POST', url, payload: {}, headers: by.headers });
      return answer.json<Verdict>();
    },
  };
}

export async function past(db: Db, ...statements: SQL[]): Promise<void> {
  await db.transaction(async tx => {
    await tx.execute(sql`alter table audit_events disable trigger user`);
    for (const statement of statements) await tx.execute(statement);
    await tx.execute(sql`alter table audit_events enable trigger user`);
  });
}

export const removed = (tenant_id: string, from: number, to = from): SQL[] => [
  sql`delete from audit_details where event_id in
    (select id from audit_events where tenant_id = ${tenant_id} and seq between ${from}::int and ${to}::int)`,
  sql`delete from audit_events where tenant_id = ${tenant_id} and seq between ${from}::int and ${to}::int`,
];
