/** Where a tenant's screens have the weather from, and the last reading. */
import { doublePrecision, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { WeatherReading } from '../../../shared/contract/playout/schedule.ts';
import type { WeatherSource } from '../../../shared/contract/playout/weatherSource.ts';
import { at, commonColumns } from './columns.ts';
import { tenant_id } from './tenants.ts';

export const weatherSources = pgTable(
  'weather_sources',
  {
    tenant_id,
    source: text('source').$type<WeatherSource['source']>().notNull(),
    url: text('url'),
    lat: doublePrecision('lat'),
    lng: doublePrecision('lng'),
    sky: text('sky').$type<WeatherSource['sky']>().notNull(),
    temperature_c: doublePrecision('temperature_c').notNull(),
    wind_kmh: doublePrecision('wind_kmh').notNull(),
    stale_min: integer('stale_min').notNull(),
    reading: jsonb('reading').$type<WeatherReading>(),
    checked_at: at('checked_at'),
    /** When the service is read next; null where nothing is read. */
    due_at: at('due_at'),
    failures: integer('failures').notNull().default(0),
    fault: text('fault').$type<WeatherSource['fault']>(),
    ...commonColumns,
  },
  t => [primaryKey({ columns: [t.tenant_id] })],
);
