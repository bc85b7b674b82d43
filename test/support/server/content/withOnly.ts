/** A tenant in which nobody but these may decide. */
import { eq } from 'drizzle-orm';
import { users } from '../../../../server/db/schema.ts';
import type { TestServer } from '../server.ts';

export async function withOnly(
  { db, tenant_id }: TestServer,
  few: readonly TestServer['admin'][],
  work: () => Promise<void>,
): Promise<void> {
  const ids = few.map(({ id }) => id);
  const others = (await db.select().from(users)).filter(
    one => one.tenant_id === tenant_id && !ids.includes(one.id) && one.status === 'active',
  );
  const mark = async (status: 'suspended' | 'active') => {
    for (const { id } of others) await db.update(users).set({ status }).where(eq(users.id, id));
  };
  await mark('suspended');
  try {
    await work();
  } finally {
    await mark('active');
  }
}
