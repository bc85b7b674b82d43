/** A page of the configuration: its draft is changed by people, published to screens, and taken back. */
import { and, eq, sql } from 'drizzle-orm';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import type { ConfigScopeQuery } from '../../../shared/contract/playout/playerConfig.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { dateOf } from '../../../shared/clock.ts';
import { uuid7 } from '../../../shared/random.ts';
import { requireVersion } from '../../db/rows.ts';
import { playerConfigs, playerConfigVersions, users } from '../../db/schema.ts';
import type { ConfigValues } from '../../db/tables/playout.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { refreshChanged } from '../heads.ts';
import { screensOf } from '../weather/reading.ts';
import type { Page } from './pages.ts';
import { hasValues, isSet, resolve } from './resolve.ts';
import { layersOf, publishedOf } from './screens.ts';
import { ownersFor, type Owners } from './scopes.ts';

type Row = typeof playerConfigs.$inferSelect;
type Version = typeof playerConfigVersions.$inferSelect;
interface Place {
  page: Page;
  query: ConfigScopeQuery;
}

async function rowOf({ tx, tenant_id }: TransactionContext, page: Page, scope_id: string) {
  const [row] = await tx
    .select()
    .from(playerConfigs)
    .where(
      and(
        eq(playerConfigs.tenant_id, tenant_id),
        eq(playerConfigs.page, page.name),
        eq(playerConfigs.scope_id, scope_id),
      ),
    );
  return row;
}
async function versionOf({ tx }: TransactionContext, row: Row | undefined): Promise<Version | undefined> {
  if (!row || row.published_version === null) return undefined;
  const [version] = await tx
    .select()
    .from(playerConfigVersions)
    .where(
      and(eq(playerConfigVersions.config_id, row.id), eq(playerConfigVersions.number, row.published_version)),
    );
  return version;
}

/** Each field of the page, null where the scope inherits it. */
const inFull = ({ defaults }: Page, values: ConfigValues): ConfigValues =>
  Object.fromEntries(Object.keys(defaults).map(field => [field, values[field] ?? null]));
const isSame = (page: Page, a: ConfigValues, b: ConfigValues) =>
  canonical(inFull(page, a)) === canonical(inFull(page, b));

async function answerOf(ctx: TransactionContext, page: Page, owners: Owners, row: Row | undefined) {
  const version = await versionOf(ctx, row);
  const published = (await publishedOf(ctx)).filter(one => one.page === page.name);
  const [own, ...above] = owners;
  const draft = row?.draft ?? {};
  const [layers, around] = [layersOf(owners, published), layersOf(above, published)];
  const { scope, id, name } = own!;
  return {
    scope,
    version: row?.version ?? 1,
    draft: inFull(page, draft),
    published: version ? inFull(page, version.values) : null,
    published_version: version?.number ?? null,
    published_at: version?.published_at.toISOString() ?? null,
    published_by: version?.published_by_name ?? null,
    is_changed: !isSame(page, draft, version?.values ?? {}),
    can_roll_back: isSet(version?.previous),
    is_in_force: layers.length > 0,
    effective: resolve(page, layers),
    upcoming: resolve(page, [{ scope, id, name, values: draft }, ...around]),
    inherited: resolve(page, around),
  };
}
export async function readConfig(ctx: TransactionContext, { page, query }: Place) {
  const owners = await ownersFor(ctx, query);
  return answerOf(ctx, page, owners, await rowOf(ctx, page, owners[0]!.id));
}

/** Throws where somebody has changed the page since; `before` goes into the audit log. */
async function open(ctx: TransactionContext, { page, query }: Place, expected: number) {
  const owners = await ownersFor(ctx, query);
  const row = await rowOf(ctx, page, owners[0]!.id);
  if ((row?.version ?? 1) !== expected) requireVersion(await answerOf(ctx, page, owners, row), expected);
  ctx.auditNote.before = inFull(page, row?.draft ?? {});
  ctx.auditNote.target_name = owners[0]!.name;
  return { owners, row, draft: row?.draft ?? {} };
}

interface Changes {
  draft: ConfigValues;
  published?: ConfigValues;
  published_version?: number;
}
/** The first change of a scope makes its row; of two at once the second is refused. */
async function save(
  ctx: TransactionContext,
  { place, owners, expected }: { place: Place; owners: Owners; expected: number },
  changes: Changes,
): Promise<Row> {
  const { tx, tenant_id, user_id, now } = ctx;
  const { scope, id: scope_id } = owners[0]!;
  const set = { ...changes, version: expected + 1, updated_at: dateOf(now) };
  const [written] = await tx
    .insert(playerConfigs)
    .values({
      ...{ id: uuid7(now), tenant_id, page: place.page.name, scope, scope_id },
      ...{ ...set, created_by: user_id, created_at: dateOf(now) },
    })
    .onConflictDoUpdate({
      target: [playerConfigs.tenant_id, playerConfigs.page, playerConfigs.scope_id],
      set,
      setWhere: eq(playerConfigs.version, expected),
    })
    .returning();
  if (!written)
    throw new AppError('VERSION_CONFLICT', 'Somebody else has changed this since you read it.', {});
  return written;
}

export async function changeDraft(
  ctx: TransactionContext,
  place: Place & { expected: number; patch: ConfigValues },
) {
  const { page, expected, patch } = place;
  const { owners, draft } = await open(ctx, place, expected);
  const row = await save(ctx, { place, owners, expected }, { draft: { ...draft, ...patch } });
  return answerOf(ctx, page, owners, row);
}

/** Those whose configuration is another one by it get a new head. */
const refreshScreens = async (ctx: TransactionContext, [own]: Owners) =>
  refreshChanged(ctx, own!.scope === 'device' ? [own!.id] : await screensOf(ctx));

async function nameOfUser({ tx, user_id }: TransactionContext): Promise<string | null> {
  if (user_id === null) return null;
  const [user] = await tx
    .select({ first: users.first_name, last: users.last_name, email: users.email })
    .from(users)
    .where(eq(users.id, user_id));
  return [user?.first, user?.last].filter(Boolean).join(' ') || (user?.email ?? null);
}

export async function publishDraft(ctx: TransactionContext, place: Place & { expected: number }) {
  const { page, expected } = place;
  const { tx, tenant_id, user_id, now } = ctx;
  const { owners, row: before, draft } = await open(ctx, place, expected);
  page.requirePublishable(draft);
  if (!before) throw new AppError('STATE', 'There is no draft that could be published.', { status: 'none' });
  const version = await versionOf(ctx, before);
  if (version ? isSame(page, draft, version.values) : !hasValues(draft))
    throw new AppError('STATE', 'Screens have this draft already.', { status: 'published' });
  const [last] = await tx
    .select({ number: sql<number>`coalesce(max(${playerConfigVersions.number}), 0)::int` })
    .from(playerConfigVersions)
    .where(eq(playerConfigVersions.config_id, before.id));
  const number = (last?.number ?? 0) + 1;
  /** First: of two who publish at once it refuses the second, before it takes the number of the first. */
  const row = await save(
    ctx,
    { place, owners, expected },
    { draft, published: draft, published_version: number },
  );
  await tx.insert(playerConfigVersions).values({
    ...{ tenant_id, config_id: before.id, number, previous: before.published_version, values: draft },
    ...{ published_by: user_id, published_by_name: await nameOfUser(ctx), published_at: dateOf(now) },
  });
  await refreshScreens(ctx, owners);
  return answerOf(ctx, page, owners, row);
}

/** The draft stays: it is what somebody has worked on. */
export async function rollBack(ctx: TransactionContext, place: Place & { expected: number }) {
  const { page, expected } = place;
  const { owners, row: before, draft } = await open(ctx, place, expected);
  const version = await versionOf(ctx, before);
  if (!before || !version || version.previous === null)
    throw new AppError('STATE', 'Nothing was published before this.', { status: 'first' });
  const earlier = await versionOf(ctx, { ...before, published_version: version.previous });
  const row = await save(
    ctx,
    { place, owners, expected },
    { draft, published: earlier!.values, published_version: earlier!.number },
  );
  await refreshScreens(ctx, owners);
  return answerOf(ctx, page, owners, row);
}
