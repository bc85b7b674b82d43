/** The weather that a tenant's screens are given, and giving them another. */
import { and, eq, ne } from 'drizzle-orm';
import type { WeatherReading } from '../../../shared/contract/playout/schedule.ts';
import { devices, weatherSources } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export async function weatherOf({
  tx,
  tenant_id,
}: Pick<TransactionContext, 'tx' | 'tenant_id'>): Promise<WeatherReading | null> {
  const [row] = await tx
    .select({ reading: weatherSources.reading })
    .from(weatherSources)
    .where(eq(weatherSources.tenant_id, tenant_id));
  return row?.reading ?? null;
}

/** Those that would hear of another reading. */
export async function screensOf({ tx, tenant_id }: TransactionContext): Promise<string[]> {
  const rows = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), ne(devices.state, 'retired')));
  return rows.map(({ id }) => id);
}
