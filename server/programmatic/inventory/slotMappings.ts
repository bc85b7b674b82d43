/** Slot mappings: each has a creative of ours that plays where no partner has bought. */
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import {
  slotMappings as contract,
  type SlotMapping,
} from '../../../shared/contract/programmatic/slotMapping.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { equals } from '../../db/lists.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { creatives, partners, playlists, slotMappings } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';

type Stored = typeof slotMappings.$inferSelect;
type Row = Stored & Pick<SlotMapping, 'playlist_name' | 'fallback_name' | 'is_fallback_ready'>;

export const slotMappingListing = listing(contract)<Row>({
  from: (tx, fields) =>
    asSelectQuery(
      tx
        .select(fields as never)
        .from(slotMappings)
        .innerJoin(playlists, eq(playlists.id, slotMappings.playlist_id))
        .innerJoin(creatives, eq(creatives.id, slotMappings.fallback_creative_id)),
    ),
  fields: {
    ...getTableColumns(slotMappings),
    playlist_name: playlists.name,
    fallback_name: creatives.name,
    is_fallback_ready: sql<boolean>`${creatives.state} = 'approved' and ${creatives.deleted_at} is null`,
  },
  id: slotMappings.id,
  scope: ({ tenant_id }) => eq(slotMappings.tenant_id, tenant_id),
  sortColumns: {
    name: slotMappings.name,
    playlist_name: playlists.name,
    mode: slotMappings.mode,
    created_at: slotMappings.created_at,
    updated_at: slotMappings.updated_at,
  },
  searchColumns: [slotMappings.name, playlists.name],
  filterColumns: { mode: slotMappings.mode, playlist_id: slotMappings.playlist_id },
  deleted_at: slotMappings.deleted_at,
  created_at: slotMappings.created_at,
  serialize: (_ctx, rows) => rows.map(row => ({ ...row, ...commonFieldsOf(row) })),
});

const invalid = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });
async function requireRefs({ tx, tenant_id }: TransactionContext, values: Partial<Stored>): Promise<void> {
  const { playlist_id, fallback_creative_id, partner_order = [] } = values;
  const [playlist] = await tx
    .select({ id: playlists.id })
    .from(playlists)
    .where(
      and(
        eq(playlists.tenant_id, tenant_id),
        equals(playlists.id, playlist_id),
        isNull(playlists.deleted_at),
      ),
    );
  if (!playlist) throw invalid('playlist_id', 'There is no such playlist.');
  const [fallback] = await tx
    .select({ state: creatives.state })
    .from(creatives)
    .where(
      and(
        ...[eq(creatives.tenant_id, tenant_id), equals(creatives.id, fallback_creative_id)],
        isNull(creatives.deleted_at),
      ),
    );
  if (fallback?.state !== 'approved') throw invalid('fallback_creative_id', 'An approved creative.');
  if (partner_order.length === 0) return;
  const found = await tx
    .select({ id: partners.id })
    .from(partners)
    .where(and(eq(partners.tenant_id, tenant_id), inArray(partners.id, partner_order)));
  if (found.length < partner_order.length) throw invalid('partner_order', 'There is no such partner.');
}

export const slotMappingRepository = repository({
  entity: contract,
  table: slotMappings,
  listing: slotMappingListing,
  validate: requireRefs,
});
