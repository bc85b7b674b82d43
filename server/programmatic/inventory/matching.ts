/** Many inventory mappings at once: confirmed, suggested by the screens' own names, and read from CSV. */
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  MAX_IMPORTED,
  VENUE_TAX,
  type autoMatch,
  type importMappings,
  type MappingState,
} from '../../../shared/contract/programmatic/inventoryMapping.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { devices, inventoryMappings, placements } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { requirePartner } from '../partners/partners.ts';
import { lockNames, type MappingRow } from './mappings.ts';
import { planImport, type PlannedMapping, type ScreenRow } from './planImport.ts';

async function requireLocked(ctx: TransactionContext, partner_id: string): Promise<void> {
  await lockNames(ctx, partner_id);
  await requirePartner(ctx, partner_id);
}

/** Placements of screens in service, each with the mapping that this partner has of it. */
async function screensFor({ tx, tenant_id }: TransactionContext, partner_id: string): Promise<ScreenRow[]> {
  const isTheirs = and(
    ...[eq(inventoryMappings.placement_id, placements.id), eq(inventoryMappings.partner_id, partner_id)],
    isNull(inventoryMappings.deleted_at),
  );
  return tx
    .select({
      device_id: devices.id,
      name: devices.name,
      serial: devices.serial,
      placement_id: placements.id,
      venue: sql<string>`${placements.venue_ids} ->> 'openooh_1_1'`,
      mapping_id: inventoryMappings.id,
      state: inventoryMappings.state,
      external_screen_id: inventoryMappings.external_screen_id,
      external_venue_id: inventoryMappings.external_venue_id,
    })
    .from(placements)
    .innerJoin(devices, eq(devices.id, placements.device_id))
    .leftJoin(inventoryMappings, isTheirs)
    .where(
      and(
        ...[eq(placements.tenant_id, tenant_id), isNull(placements.deleted_at)],
        ...[eq(placements.zone, 'full'), ne(devices.state, 'retired')],
      ),
    )
    .orderBy(asc(devices.name), asc(placements.id));
}

/** `id`: the mapping that is there already. */
async function write(ctx: TransactionContext, partner_id: string, planned: readonly PlannedMapping[]) {
  const { tx, tenant_id, user_id, now } = ctx;
  const at = { updated_at: dateOf(now) };
  const fresh: (typeof inventoryMappings.$inferInsert)[] = [];
  for (const { mapping_id, placement_id, venue, ...set } of planned) {
    if (mapping_id === null) {
      const venues = { venuetypetax: VENUE_TAX.usual, venuetype: [venue] };
      fresh.push({
        ...{ ...set, ...venues, ...at, id: uuid7(now), tenant_id, partner_id, placement_id },
        ...{ created_at: dateOf(now), created_by: user_id },
      });
    } else {
      const isIt = and(eq(inventoryMappings.tenant_id, tenant_id), eq(inventoryMappings.id, mapping_id));
      await tx
        .update(inventoryMappings)
        .set({ ...set, ...at, version: sql`${inventoryMappings.version} + 1` })
        .where(isIt);
    }
  }
  if (fresh.length > 0) await tx.insert(inventoryMappings).values(fresh);
}

const holdsName = (state: MappingState | null) => state === 'pending' || state === 'mapped';
const namesTaken = (screens: readonly ScreenRow[]) =>
  new Map(
    screens.flatMap(row =>
      holdsName(row.state) && row.external_screen_id !== null
        ? [[row.external_screen_id, row.placement_id] as const]
        : [],
    ),
  );

export async function matchAll(
  ctx: TransactionContext,
  partner_id: string,
  state: 'pending' | 'mapped' = 'pending',
): Promise<Answer<typeof autoMatch>> {
  await requireLocked(ctx, partner_id);
  const screens = await screensFor(ctx, partner_id);
  const taken = namesTaken(screens);
  const planned = screens
    .filter(row => row.state === null || row.state === 'unmapped')
    .map((row): PlannedMapping => {
      const external_screen_id = row.serial ?? row.name;
      const isTaken = taken.has(external_screen_id);
      if (!isTaken) taken.set(external_screen_id, row.placement_id);
      const { mapping_id, placement_id, venue, external_venue_id } = row;
      return {
        ...{ mapping_id, placement_id, venue, external_screen_id, external_venue_id },
        state: isTaken ? 'conflict' : state,
      };
    });
  await write(ctx, partner_id, planned);
  const conflicts = planned.filter(row => row.state === 'conflict').length;
  return { pending: planned.length - conflicts, conflicts };
}

export async function confirmAll(
  ctx: TransactionContext,
  partner_id: string,
): Promise<{ confirmed: number }> {
  await requireLocked(ctx, partner_id);
  const set = {
    state: 'mapped',
    updated_at: dateOf(ctx.now),
    version: sql`${inventoryMappings.version} + 1`,
  };
  const done = await ctx.tx
    .update(inventoryMappings)
    .set(set as { state: MappingRow['state'] })
    .where(
      and(
        ...[eq(inventoryMappings.tenant_id, ctx.tenant_id), eq(inventoryMappings.partner_id, partner_id)],
        ...[eq(inventoryMappings.state, 'pending'), isNull(inventoryMappings.deleted_at)],
      ),
    )
    .returning({ id: inventoryMappings.id });
  return { confirmed: done.length };
}

export async function importAll(
  ctx: TransactionContext,
  { partner_id, csv, isDryRun }: { partner_id: string; csv: string; isDryRun: boolean },
): Promise<Answer<typeof importMappings>> {
  await requireLocked(ctx, partner_id);
  const screens = await screensFor(ctx, partner_id);
  const plan = planImport(csv, screens, namesTaken(screens));
  if (plan.lines > MAX_IMPORTED)
    throw new AppError('RULE', `At most ${MAX_IMPORTED} lines at once.`, { most: MAX_IMPORTED });
  if (!isDryRun) await write(ctx, partner_id, plan.planned);
  ctx.auditNote.after = { partner_id, dry_run: isDryRun, made: plan.made, changed: plan.changed };
  const { made, changed, same, failed } = plan;
  return { made, changed, same, failed };
}
