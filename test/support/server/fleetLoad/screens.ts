/** Paired screens with keys of their own, put into the database in one statement: pairing one by one would take an hour. */
import { sql } from 'drizzle-orm';
import { uuid7 } from '../../../../shared/random.ts';
import type { Identity } from '../../../../server/demo/vehicles/client.ts';
import { makeKey } from '../../../../server/demo/vehicles/signing.ts';
import type { TestServer } from '../server.ts';

/** Rows of one statement; their keys are some 200 bytes each. */
const SLICE = 5_000;

export async function addScreens(
  { db, tenant_id }: Pick<TestServer, 'db' | 'tenant_id'>,
  count: number,
): Promise<Identity[]> {
  const screens = Array.from({ length: count }, () => ({ device_id: uuid7(Date.now()), key: makeKey() }));
  for (let at = 0; at < count; at += SLICE) {
    const rows = screens.slice(at, at + SLICE).map(({ device_id, key: { key_id, jwk } }, n) => ({
      ...{ device_id, key_id, jwk },
      name: `Taxi ${at + n}`,
    }));
    const records = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(device_id uuid, name text, key_id text, jwk jsonb)`;
    await db.execute(sql`
      insert into devices (id, tenant_id, name, created_at)
      select device_id, ${tenant_id}::uuid, name, now() - interval '1 day' from ${records}`);
    await db.execute(sql`
      insert into device_keys (key_id, tenant_id, device_id, jwk, created_at)
      select key_id, ${tenant_id}::uuid, device_id, jwk, now() - interval '1 day' from ${records}`);
  }
  await db.execute(sql`analyze devices, device_keys`);
  return screens;
}
