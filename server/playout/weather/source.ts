/** The settings of the weather: read and changed by people. What they enter by hand reaches the screens at once. */
import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { dateOf, instant } from '../../../shared/clock.ts';
import { weatherReading, type WeatherReading } from '../../../shared/contract/playout/schedule.ts';
import type { WeatherSource, weatherSourcePatch } from '../../../shared/contract/playout/weatherSource.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { requireVersion } from '../../db/rows.ts';
import { weatherSources } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { refreshDevices } from '../heads.ts';
import { screensOf } from './reading.ts';

/** Of a tenant that has changed nothing: no weather, and no call to anybody. */
const AT_FIRST: WeatherSource = {
  ...{ source: 'off', url: null, lat: null, lng: null, version: 1 },
  ...{ sky: null, temperature_c: null, wind_kmh: null, stale_min: 120 },
  ...{ reading: null, checked_at: null, fault: null },
};

const rowOf = async ({ tx, tenant_id }: TransactionContext) => {
  const [row] = await tx.select().from(weatherSources).where(eq(weatherSources.tenant_id, tenant_id));
  return row;
};
type Row = typeof weatherSources.$inferSelect;
const toSource = ({ checked_at, ...row }: Row): WeatherSource => ({
  ...{ source: row.source, url: row.url, lat: row.lat, lng: row.lng, version: row.version },
  ...{ sky: row.sky, temperature_c: row.temperature_c, wind_kmh: row.wind_kmh, stale_min: row.stale_min },
  ...{ reading: row.reading, checked_at: checked_at?.toISOString() ?? null, fault: row.fault },
});

export async function readSource(ctx: TransactionContext): Promise<WeatherSource> {
  const row = await rowOf(ctx);
  return row ? toSource(row) : AT_FIRST;
}

type Patch = z.infer<typeof weatherSourcePatch>;
/** A reading of another place or service says nothing about this one. */
const ASKED_BY = ['source', 'url', 'lat', 'lng'] as const satisfies (keyof Patch)[];

function readingAfter(before: WeatherSource, after: WeatherSource, now: number): WeatherReading | null {
  const { sky, temperature_c, wind_kmh, stale_min } = after;
  if (after.source === 'manual')
    return weatherReading.parse({ sky, temperature_c, wind_kmh, at: instant(now), stale_min });
  if (after.source === 'off' || ASKED_BY.some(name => before[name] !== after[name])) return null;
  return before.reading && { ...before.reading, stale_min };
}

/** A service needs its address and a place, a person's weather all that screens show of it. */
const NEEDED = {
  off: [],
  manual: ['sky', 'temperature_c', 'wind_kmh'],
  provider: ['url', 'lat', 'lng'],
} as const satisfies Record<WeatherSource['source'], readonly (keyof Patch)[]>;

function requireComplete(source: WeatherSource): void {
  const missing = NEEDED[source.source].filter(name => source[name] === null);
  if (missing.length > 0)
    throw new AppError(
      'VALIDATION',
      'This source of the weather is not complete.',
      Object.fromEntries(missing.map(name => [name, ['Required']])),
    );
}

export async function changeSource(
  ctx: TransactionContext,
  { expected, patch }: { expected: number; patch: Patch },
): Promise<WeatherSource> {
  const { tx, tenant_id, user_id, now } = ctx;
  const before = await readSource(ctx);
  requireVersion(before, expected);
  ctx.auditNote.before = before;
  const changed = { ...before, ...patch, version: before.version + 1 };
  requireComplete(changed);
  const isSame = ASKED_BY.every(name => before[name] === changed[name]);
  const after = { ...changed, reading: readingAfter(before, changed, now), ...(!isSame && { fault: null }) };
  const set = {
    ...after,
    checked_at: after.checked_at === null ? null : dateOf(Date.parse(after.checked_at)),
    due_at: after.source === 'provider' ? dateOf(now) : null,
    failures: 0,
    updated_at: dateOf(now),
  };
  const written = await tx
    .insert(weatherSources)
    .values({ ...set, tenant_id, created_by: user_id, created_at: dateOf(now) })
    .onConflictDoUpdate({
      target: weatherSources.tenant_id,
      set,
      setWhere: eq(weatherSources.version, expected),
    })
    .returning();
  if (written.length === 0) requireVersion(await readSource(ctx), expected);
  if (after.reading !== null || before.reading !== null) await refreshDevices(ctx, await screensOf(ctx));
  return after;
}
