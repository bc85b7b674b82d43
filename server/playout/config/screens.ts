/** What the published configuration of players means for each screen. */
import { and, eq, isNotNull } from 'drizzle-orm';
import type { ConfigPageName } from '../../../shared/contract/playout/playerConfig.ts';
import type {
  AgeGender,
  AudienceRule,
  Pacing,
  Weights,
} from '../../../shared/contract/playout/playerValues.ts';
import type { ConfigDocument } from '../../../shared/contract/playout/manifest.ts';
import { playerConfigs } from '../../db/schema.ts';
import type { ConfigValues } from '../../db/tables/playout.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { groupChain, indexGroups, type GroupIndex, type GroupMember } from '../effectivePlaylist.ts';
import { groupsOfTenant } from '../groups.ts';
import { PAGES } from './pages.ts';
import { resolve, valuesOf, type Layer } from './resolve.ts';

type Context = Pick<TransactionContext, 'tx' | 'tenant_id'>;
export interface Published {
  page: ConfigPageName;
  scope: Layer['scope'];
  scope_id: string;
  values: ConfigValues;
}

export async function publishedOf({ tx, tenant_id }: Context): Promise<Published[]> {
  const rows = await tx
    .select({
      page: playerConfigs.page,
      scope: playerConfigs.scope,
      scope_id: playerConfigs.scope_id,
      values: playerConfigs.published,
    })
    .from(playerConfigs)
    .where(and(eq(playerConfigs.tenant_id, tenant_id), isNotNull(playerConfigs.published)));
  return rows.map(row => ({ ...row, values: row.values ?? {} }));
}

const hasGroups = (published: readonly Published[]) => published.some(({ scope }) => scope === 'group');
/** Whether a screen that changes its groups is to be configured otherwise. */
export const differsByGroup = async (ctx: Context) => hasGroups(await publishedOf(ctx));

interface Owner {
  scope: Layer['scope'];
  id: string;
  name: string | null;
}
/** The scopes a screen takes its values from, the narrowest first. */
export const ownersOf = (
  screen: GroupMember & { id: string; name: string },
  groups: GroupIndex,
  tenant_id: string,
): Owner[] => [
  { scope: 'device', id: screen.id, name: screen.name },
  ...groupChain(screen, groups).map(({ id, name }) => ({ scope: 'group' as const, id, name })),
  { scope: 'tenant', id: tenant_id, name: null },
];
export const layersOf = (owners: readonly Owner[], published: readonly Published[]): Layer[] =>
  owners.flatMap(owner => {
    const own = published.find(({ scope_id }) => scope_id === owner.id);
    return own ? [{ ...owner, values: own.values }] : [];
  });

export type ScreenConfig = Pick<ConfigDocument, 'weights' | 'pacing' | 'audience'>;
type Screen = GroupMember & { id: string; name: string };

/** Values of a page as a screen takes them from its scopes; null where nobody has published it for the screen. */
async function publishedValues(ctx: Context) {
  const published = await publishedOf(ctx);
  if (published.length === 0) return () => null;
  const groups = indexGroups(hasGroups(published) ? await groupsOfTenant(ctx) : []);
  return (screen: Screen, page: ConfigPageName) => {
    const ofPage = published.filter(one => one.page === page);
    const layers = layersOf(ownersOf(screen, groups, ctx.tenant_id), ofPage);
    return layers.length === 0 ? null : valuesOf(resolve(PAGES[page], layers));
  };
}

/** How the audience of a screen is estimated; null: nobody is counted. */
export async function estimateOf(ctx: Context, screen: Screen): Promise<AgeGender | null> {
  const estimate = (await publishedValues(ctx))(screen, 'age-gender') as AgeGender | null;
  return estimate?.mode === 'off' ? null : estimate;
}

const audienceOf = (mode: AudienceRule['mode'], { k_min, buckets, notice }: AgeGender): AudienceRule => ({
  ...{ mode, k_min, buckets, notice },
});

/** A page that nobody has published for a screen is left out: it plays as it always did. */
export async function screenConfigs(ctx: Context): Promise<(screen: Screen) => ScreenConfig> {
  const valuesFor = await publishedValues(ctx);
  return screen => {
    const weights = valuesFor(screen, 'weights') as Weights | null;
    const pacing = valuesFor(screen, 'pacing') as Pacing | null;
    const estimate = valuesFor(screen, 'age-gender') as AgeGender | null;
    return {
      ...(weights && { weights }),
      ...(pacing && { pacing }),
      ...(estimate &&
        estimate.mode !== 'off' && {
          audience: audienceOf(estimate.mode, estimate),
        }),
    };
  };
}
