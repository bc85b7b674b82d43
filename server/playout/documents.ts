/** Immutable documents, named by the SHA-256 of their bytes. */
import { createHash } from 'node:crypto';
import { and, arrayContains, eq, exists, sql } from 'drizzle-orm';
import { canonical } from '../../shared/contract/wire/canonical.ts';
import type { FlightsDocument } from '../../shared/contract/playout/flights.ts';
import type {
  ConfigDocument,
  DocumentKind,
  PlaylistDocument,
  ScheduleDocument,
  SplashDocument,
} from '../../shared/contract/playout/manifest.ts';
import { dateOf } from '../../shared/clock.ts';
import type { Db } from '../db/database.ts';
import { devices, documents, manifests, tenants } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';

export interface Document {
  sha256: string;
  kind: DocumentKind;
  body: string;
}

export function documentOf(
  content: PlaylistDocument | ConfigDocument | FlightsDocument | ScheduleDocument | SplashDocument,
): Document {
  return named(content.kind, canonical(content));
}
const named = (kind: DocumentKind, body: string): Document => ({
  ...{ sha256: createHash('sha256').update(body).digest('hex'), kind, body },
});

/** `documentOf` of lines whose canonical texts are at hand: a campaign is written once, however many documents hold it. */
export const flightsDocumentOf = (lines: readonly string[]): Document =>
  named('flights', `{"kind":"flights","lines":[${lines.join(',')}]}`);

const ROWS_AN_INSERT = 500;
/** One that is stored again counts as new, so that it is not swept while a head is about to name it. */
export async function storeDocuments(
  { tx, tenant_id, now }: TransactionContext,
  made: readonly Document[],
): Promise<void> {
  /** In one order, so that two that store the same documents do not wait for each other. */
  const unique = [...new Map(made.map(document => [document.sha256, document])).values()].sort((a, b) =>
    a.sha256 < b.sha256 ? -1 : 1,
  );
  for (let i = 0; i < unique.length; i += ROWS_AN_INSERT)
    await tx
      .insert(documents)
      .values(
        unique
          .slice(i, i + ROWS_AN_INSERT)
          .map(document => ({ ...document, tenant_id, created_at: dateOf(now) })),
      )
      .onConflictDoUpdate({
        target: [documents.tenant_id, documents.sha256],
        set: { created_at: dateOf(now) },
      });
}

/** Finds only documents that a recent head of this device names. */
export async function documentFor(
  { tx: db, tenant_id }: TransactionContext,
  device_id: string,
  sha256: string,
): Promise<string | null> {
  const named = db
    .select({ one: sql`1` })
    .from(manifests)
    .where(and(eq(manifests.device_id, device_id), arrayContains(manifests.documents, [sha256])));
  const [row] = await db
    .select({ body: documents.body })
    .from(documents)
    .where(and(eq(documents.tenant_id, tenant_id), eq(documents.sha256, sha256), exists(named)));
  return row?.body ?? null;
}

/** Of all that is made anew with each change of the weather, the pace or the schedule; versions of playlists are kept. */
const CONFIG_KEPT_MS = 86_400_000;
export async function sweepConfigs(tx: Db, now: number): Promise<void> {
  const since = dateOf(now - CONFIG_KEPT_MS).toISOString();
  await tx.execute(sql`
    delete from ${documents} where ${documents.kind} in ('config', 'flights', 'schedule', 'splash') and ${documents.created_at} < ${since}::timestamptz
    and not exists (
      select from ${manifests} cross join unnest(${manifests.documents}) as named (sha256)
      where ${manifests.tenant_id} = ${documents.tenant_id} and named.sha256 = ${documents.sha256})
    and not exists (
      select from ${tenants}
      where ${tenants.id} = ${documents.tenant_id} and ${tenants.splash_sha256} = ${documents.sha256})
    and not exists (
      select from ${devices}
      where ${devices.tenant_id} = ${documents.tenant_id} and ${devices.flights_sha256} = ${documents.sha256})`);
}
