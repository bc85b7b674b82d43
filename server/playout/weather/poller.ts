/** Reads the weather of each tenant that has a service for it, before the last reading grows too old. */
import { and, eq, lte, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import type { WeatherFault } from '../../../shared/contract/playout/weatherSource.ts';
import { weatherSources } from '../../db/schema.ts';
import { backedOff } from '../../net/backOff.ts';
import { OutboundError } from '../../net/outbound.ts';
import { readDue, startReading } from '../../net/readDue.ts';
import type { Server } from '../../context/server.ts';
import { inTenant } from '../../transaction/context.ts';
import { refreshDevices } from '../heads.ts';
import { addressOf, readingIn } from './provider.ts';
import { screensOf } from './reading.ts';

const MINUTE_MS = 60_000;
const MAX_BYTES = 100_000;
/** Twice within its life, so that one failure leaves no screen without weather. */
const READINGS_A_LIFE = 2;
const FIRST_RETRY_MS = 5 * MINUTE_MS;
const LONGEST_RETRY_MS = 360 * MINUTE_MS;

type Row = typeof weatherSources.$inferSelect;
/** ms from now */
const nextReading = ({ stale_min }: Row, failures: number): number =>
  failures === 0
    ? (stale_min / READINGS_A_LIFE) * MINUTE_MS
    : backedOff(FIRST_RETRY_MS, failures - 1, LONGEST_RETRY_MS);

/** The one that has waited longest. It falls due again later, so that no second node reads it meanwhile. */
const claimSource = ({ tenantTransactions, clock }: Server): Promise<Row | undefined> =>
  tenantTransactions.acrossTenants(async tx => {
    const now = clock.now();
    const [row] = await tx
      .select()
      .from(weatherSources)
      .where(
        and(
          eq(weatherSources.source, 'provider'),
          lte(weatherSources.due_at, dateOf(now)),
          sql`exists (select 1 from tenants where tenants.id = weather_sources.tenant_id and tenants.status = 'active')`,
        ),
      )
      .orderBy(weatherSources.due_at)
      .limit(1)
      .for('update', { skipLocked: true });
    if (row)
      await tx
        .update(weatherSources)
        .set({ due_at: dateOf(now + nextReading(row, 0)) })
        .where(eq(weatherSources.tenant_id, row.tenant_id));
    return row;
  });

async function fetchReading({ outbound }: Server, { url, lat, lng }: Row) {
  if (url === null || lat === null || lng === null) return null;
  const answer = await outbound({
    url: addressOf(url, { lat, lng }),
    types: /\bjson\b/i,
    maxBytes: MAX_BYTES,
  });
  return readingIn(answer.bytes);
}

/** Whoever changed the settings meanwhile is right: then the reading is none of theirs. */
async function note(server: Server, row: Row, set: Partial<Row> & { failures: number }): Promise<void> {
  await inTenant(server, { tenant_id: row.tenant_id, user_id: null }, async ctx => {
    const { now } = ctx;
    const written = await ctx.tx
      .update(weatherSources)
      .set({ checked_at: dateOf(now), due_at: dateOf(now + nextReading(row, set.failures)), ...set })
      .where(and(eq(weatherSources.tenant_id, row.tenant_id), eq(weatherSources.version, row.version)))
      .returning({ tenant_id: weatherSources.tenant_id });
    if (written.length > 0 && set.reading) await refreshDevices(ctx, await screensOf(ctx));
  });
}

async function readWeather(server: Server, row: Row): Promise<void> {
  const failed = (fault: WeatherFault) => note(server, row, { failures: row.failures + 1, fault });
  try {
    const found = await fetchReading(server, row);
    if (found === null) return await failed('format');
    const reading = { ...found, at: instant(server.clock.now()), stale_min: row.stale_min };
    await note(server, row, { failures: 0, fault: null, reading });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    await failed(error.fault);
  }
}

const DUE = { task: 'weather' as const, claim: claimSource, read: readWeather };
export const readDueWeather = (server: Server, onFault: (error: unknown) => void) =>
  readDue(server, DUE, onFault);
export const startWeather = (server: Server, onFault: (error: unknown) => void) =>
  startReading(server, DUE, onFault);
