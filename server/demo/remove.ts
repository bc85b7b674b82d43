/** Takes the demo away: its people and whatever they made. What other screens play stays. */
import { and, count, eq, inArray, isNull, notExists, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { dateOf } from '../../shared/clock.ts';
import * as contract from '../../shared/contract/identity/demo.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { removeCreative } from '../content/creatives/writes.ts';
import { campaignUses, usesOf } from '../content/creatives/uses.ts';
import { groupsWith, removePlaylist, screensOf } from '../content/playlists/playlists.ts';
import type { Db } from '../db/database.ts';
import * as tables from '../db/schema.ts';
import { countScreens } from '../fleet/devices/groups.ts';
import { mount } from '../http/route.ts';
import { scheduledAmong } from '../playout/schedule/screens.ts';
import { settlePlaylists } from '../playout/settle.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { removeAlerts } from './alerts.ts';
import { removeInvoices } from './billing.ts';
import { removeContracts } from './contracts.ts';
import { OF_A_SCREEN, OF_A_USER } from './dependents.ts';
import { removeEarnings } from './earnings.ts';
import { removeProgrammatic } from './programmatic.ts';
import { removeReports } from './reports.ts';
import { removeTests } from './tester.ts';
import { removeTickets } from './tickets.ts';

const { deviceGroups, devices, incidentNotes, incidents, plays, submissions, users } = tables;
interface DemoIds {
  people: string[];
  screens: string[];
  playlists: { id: string; version: number }[];
  creatives: { id: string; version: number }[];
}

export function demoRoutes(app: FastifyInstance): void {
  mount(app, contract.readDemo, async ({ ctx, principal }) => {
    const found = await findDemo(ctx);
    return { ...(await countRows(ctx.tx, found)), is_demo_user: found.people.includes(principal.user_id) };
  });
  mount(app, contract.removeDemo, async ({ ctx, principal }) => {
    const found = await findDemo(ctx);
    if (found.people.includes(principal.user_id))
      throw new AppError('FORBIDDEN', 'The demo is taken away by somebody who is not part of it.');
    return removeDemo(ctx, found);
  });
}

async function findDemo({ tx, tenant_id }: TransactionContext): Promise<DemoIds> {
  const ids = await findPeople(tx, tenant_id);
  const screens = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), inArray(devices.created_by, ids)));
  const madeBy = (table: typeof tables.playlists | typeof tables.creatives) =>
    tx
      .select({ id: table.id, version: table.version })
      .from(table)
      .where(and(eq(table.tenant_id, tenant_id), inArray(table.created_by, ids), isNull(table.deleted_at)));
  return {
    people: ids,
    screens: screens.map(({ id }) => id),
    playlists: await madeBy(tables.playlists),
    creatives: await madeBy(tables.creatives),
  };
}

/** Those of the demo, whom they have added, and whom these have. */
async function findPeople(tx: Db, tenant_id: string): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id, created_by: users.created_by, demo: users.demo })
    .from(users)
    .where(eq(users.tenant_id, tenant_id));
  const found = new Set(rows.filter(({ demo }) => demo).map(({ id }) => id));
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { id, created_by } of rows) if (created_by !== null && found.has(created_by)) found.add(id);
  }
  return [...found];
}

async function countRows(tx: Db, found: DemoIds): Promise<contract.DemoRows> {
  const [played] = await tx
    .select({ plays: count() })
    .from(plays)
    .where(inArray(plays.device_id, found.screens));
  return {
    people: found.people.length,
    screens: found.screens.length,
    playlists: found.playlists.length,
    creatives: found.creatives.length,
    plays: played?.plays ?? 0,
  };
}

async function removeDemo(ctx: TransactionContext, found: DemoIds): Promise<contract.DemoRows> {
  const before = await countRows(ctx.tx, found);
  await removeProgrammatic(ctx, found);
  await removeSales(ctx.tx, found);
  await removeSchedules(ctx.tx, found);
  await removeAlerts(ctx, found.people);
  await removeTickets(ctx.tx, found.people);
  await removeContracts(ctx.tx, found.people);
  await removeInvoices(ctx.tx, found.people);
  await removeReports(ctx.tx, found.people);
  await removeTests(ctx.tx, found.people);
  await removeEarnings(ctx.tx, found);
  await removeScreens(ctx, found.screens);
  await removeGroups(ctx, found.people);
  const { contentFeeds, contentItems } = tables;
  const feeds = ctx.tx
    .select({ id: contentFeeds.id })
    .from(contentFeeds)
    .where(inArray(contentFeeds.created_by, found.people));
  const items = ctx.tx
    .select({ id: contentItems.id })
    .from(contentItems)
    .where(or(inArray(contentItems.created_by, found.people), inArray(contentItems.feed_id, feeds)));
  await ctx.tx.delete(submissions).where(
    or(
      inArray(submissions.content_item_id, items),
      inArray(submissions.created_by, found.people),
      inArray(
        submissions.creative_id,
        found.creatives.map(({ id }) => id),
      ),
    ),
  );
  await removeLocalContent(ctx.tx, found.people);
  const playlists = await removeUnused(ctx, found.playlists, {
    table: tables.playlists,
    inUse: async ids => {
      const groups = await groupsWith(ctx, ids);
      const used = usedAmong(await screensOf(ctx, ids));
      const scheduled = await scheduledAmong(ctx, ids);
      return new Set([...used, ...groups.flatMap(({ playlist_id }) => playlist_id ?? []), ...scheduled]);
    },
    remove: removePlaylist,
  });
  const creatives = await removeUnused(ctx, found.creatives, {
    table: tables.creatives,
    inUse: async ids => {
      const booked = await campaignUses(ctx, ids);
      return new Set([...usedAmong(await usesOf(ctx, ids)), ...booked.map(one => one.creative_id)]);
    },
    remove: removeCreative,
  });
  await removePeople(ctx, found.people);
  ctx.auditNote.after = { ...before, playlists, creatives };
  return { ...before, playlists, creatives };
}

/** What they offer, what is offered of their screens, and what they have booked. */
async function removeSales(tx: Db, { people, screens }: DemoIds): Promise<void> {
  const { campaigns, decisionCounts, listings } = tables;
  const booked = tx.select({ id: campaigns.id }).from(campaigns).where(inArray(campaigns.created_by, people));
  await tx.delete(decisionCounts).where(inArray(decisionCounts.campaign_id, booked));
  await tx.delete(campaigns).where(inArray(campaigns.created_by, people));
  await tx
    .delete(listings)
    .where(or(inArray(listings.created_by, people), inArray(listings.device_id, screens)));
}

/** Exceptions they have made, and those of their screens. */
async function removeSchedules(tx: Db, { people, screens }: DemoIds): Promise<void> {
  const { scheduleEntries } = tables;
  await tx
    .delete(scheduleEntries)
    .where(or(inArray(scheduleEntries.created_by, people), inArray(scheduleEntries.device_id, screens)));
}

/** Their feeds go with all that was read from them. */
async function removeLocalContent(tx: Db, people: string[]): Promise<void> {
  const { contentFeeds, contentItems } = tables;
  const theirs = tx
    .select({ id: contentFeeds.id })
    .from(contentFeeds)
    .where(inArray(contentFeeds.created_by, people));
  await tx
    .delete(contentItems)
    .where(or(inArray(contentItems.created_by, people), inArray(contentItems.feed_id, theirs)));
  await tx.delete(contentFeeds).where(inArray(contentFeeds.created_by, people));
}

async function removeScreens({ tx, changedDevices }: TransactionContext, ids: string[]): Promise<void> {
  const noted = await tx
    .selectDistinct({ id: incidentNotes.incident_id })
    .from(incidentNotes)
    .where(inArray(incidentNotes.device_id, ids));
  for (const table of OF_A_SCREEN) await tx.delete(table).where(inArray(table.device_id, ids));
  const notes = tx.select().from(incidentNotes).where(eq(incidentNotes.incident_id, incidents.id));
  await tx.delete(incidents).where(
    and(
      inArray(
        incidents.id,
        noted.map(({ id }) => id),
      ),
      notExists(notes),
    ),
  );
  await tx.delete(devices).where(inArray(devices.id, ids));
  for (const id of ids) changedDevices.add(id);
}

/** Groups with screens that stay belong to the caller from now on. */
async function removeGroups(ctx: TransactionContext, people: string[]): Promise<void> {
  const { tx, tenant_id, user_id, now } = ctx;
  const isOfDemo = and(
    eq(deviceGroups.tenant_id, tenant_id),
    inArray(deviceGroups.created_by, people),
    isNull(deviceGroups.deleted_at),
  );
  const groups = await tx.select({ id: deviceGroups.id }).from(deviceGroups).where(isOfDemo);
  const used = await countScreens(
    ctx,
    groups.map(({ id }) => id),
  );
  await tx
    .update(deviceGroups)
    .set({ created_by: user_id })
    .where(
      inArray(
        deviceGroups.id,
        await withParents(
          ctx,
          groups.map(({ id }) => id),
          new Set(used.keys()),
        ),
      ),
    );
  await tx
    .update(deviceGroups)
    .set({ deleted_at: dateOf(now) })
    .where(isOfDemo);
  await settlePlaylists(ctx);
}

/** `of`: groups of the demo. Those that are kept, and all above them and above what is not the demo's. */
async function withParents(
  { tx, tenant_id }: TransactionContext,
  of: readonly string[],
  kept: ReadonlySet<string>,
): Promise<string[]> {
  const rows = await tx
    .select({ id: deviceGroups.id, parent_id: deviceGroups.parent_id })
    .from(deviceGroups)
    .where(and(eq(deviceGroups.tenant_id, tenant_id), isNull(deviceGroups.deleted_at)));
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  const all = new Set(kept);
  for (const { id } of rows)
    if (kept.has(id) || !of.includes(id))
      for (let above = parents.get(id); above; above = parents.get(above)) all.add(above);
  return [...all];
}

/** The ids that are used. */
const usedAmong = (uses: Map<string, readonly unknown[]>) =>
  new Set([...uses].flatMap(([id, list]) => (list.length > 0 ? [id] : [])));

interface Removal {
  table: typeof tables.playlists | typeof tables.creatives;
  inUse: (ids: string[]) => Promise<Set<string>>;
  remove: (ctx: TransactionContext, id: string, expected: number) => Promise<void>;
}
/** How many went. What is in use belongs to the caller from now on. */
async function removeUnused(
  ctx: TransactionContext,
  rows: readonly { id: string; version: number }[],
  { table, inUse, remove }: Removal,
): Promise<number> {
  const used = await inUse(rows.map(({ id }) => id));
  const unused = rows.filter(({ id }) => !used.has(id));
  for (const { id, version } of unused) await remove(ctx, id, version);
  await ctx.tx
    .update(table)
    .set({ created_by: ctx.user_id })
    .where(inArray(table.id, [...used]));
  return unused.length;
}

async function removePeople({ tx }: TransactionContext, ids: string[]): Promise<void> {
  for (const table of OF_A_USER) await tx.delete(table).where(inArray(table.user_id, ids));
  await tx.update(devices).set({ owner_user_id: null }).where(inArray(devices.owner_user_id, ids));
  await tx.update(incidents).set({ acked_by: null }).where(inArray(incidents.acked_by, ids));
  await tx.delete(users).where(inArray(users.id, ids));
}
