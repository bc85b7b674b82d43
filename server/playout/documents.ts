/** Immutable documents, named by the SHA-256 of their bytes. */
import { createHash } from 'node:crypto';
import { and, arrayContains, eq, exists, sql } from 'drizzle-orm';
import { canonical } from '../../shared/contract/wire/canonical.ts';
import type { ConfigDocument, PlaylistDocument } from '../../shared/contract/playout/manifest.ts';
import { dateOf } from '../../shared/clock.ts';
import { documents, manifests } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';

export interface Document {
  sha256: string;
  kind: 'playlist' | 'config';
  body: string;
}

export function documentOf(content: PlaylistDocument | ConfigDocument): Document {
  const body = canonical(content);
  return { sha256: createHash('sha256').update(body).digest('hex'), kind: content.kind, body };
}

const ROWS_AN_INSERT = 500;
export async function storeDocuments(
  { tx, tenant_id, now }: TransactionContext,
  made: readonly Document[],
): Promise<void> {
  const unique = [...new Map(made.map(document => [document.sha256, document])).values()];
  for (let i = 0; i < unique.length; i += ROWS_AN_INSERT)
    await tx
      .insert(documents)
      .values(
        unique
          .slice(i, i + ROWS_AN_INSERT)
          .map(document => ({ ...document, tenant_id, created_at: dateOf(now) })),
      )
      .onConflictDoNothing();
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
