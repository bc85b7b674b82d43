/** Sections of settings with a default of the platform: a tenant's own values, what holds, and where it comes from. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/identity/settings/layered.ts';
import {
  resolveSettings,
  type OwnValues,
  type Rule,
} from '../../../shared/contract/identity/settings/origin.ts';
import type { CountingRule } from '../../../shared/contract/proof/countingRule.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { mount } from '../../http/route.ts';
import type { TenantSettings } from '../../db/tables/tenants.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { changeTenantSettings } from './tenantWrites.ts';
import { ownLayers, partOf, type SettingsLayers } from './layers.ts';
import { readVisibleTenant, type TenantRow } from './tenants.ts';

type Part = keyof TenantSettings;
type Rules<V> = { readonly [K in keyof V]: Rule<V[K]> };

/** The row's own values are read from the row itself: it may have been written since the layers were read. */
function viewOf<V extends object>(row: TenantRow, layers: SettingsLayers, part: Part, rules: Rules<V>) {
  const isPlatform = row.kind === 'platform';
  const own = (row.settings[part] ?? {}) as OwnValues<V>;
  const names = Object.keys(rules) as (keyof V)[];
  const platform = isPlatform ? own : (partOf(layers, part).platform as OwnValues<V>);
  const { effective, origins } = resolveSettings(rules, { platform, tenant: isPlatform ? null : own });
  const inherited = resolveSettings(rules, { platform: isPlatform ? {} : platform, tenant: null });
  return {
    ...(Object.fromEntries(names.map(name => [name, own[name] ?? null])) as {
      [K in keyof V]: V[K] | null;
    }),
    ...{ effective, origins, inherited: inherited.effective },
    scope: isPlatform ? ('platform' as const) : ('tenant' as const),
    version: row.version,
  };
}

/** What the platform does not leave to its tenants is refused at its field. */
function requireAllowed<V extends object>(
  row: TenantRow,
  entered: OwnValues<V>,
  above: V,
  rules: Rules<V>,
): void {
  if (row.kind === 'platform') return;
  const refused = (Object.keys(rules) as (keyof V & string)[]).flatMap((name): [string, string[]][] => {
    const value = entered[name];
    const { narrow } = rules[name];
    if (value === null || value === undefined || !narrow) return [];
    const allowed = narrow(value, above[name]);
    if (JSON.stringify(allowed) === JSON.stringify(value)) return [];
    const most = above[name];
    return [
      [name, [typeof most === 'number' ? `Must be at most ${most}` : 'The platform does not allow this']],
    ];
  });
  if (refused.length > 0)
    throw new AppError('VALIDATION', 'Some fields are not valid.', Object.fromEntries(refused));
}

/** Own values after the change; null gives one back. */
const ownAfter = <V extends object>(before: OwnValues<V>, entered: OwnValues<V>): OwnValues<V> =>
  Object.fromEntries(
    Object.entries({ ...before, ...entered }).filter(([, value]) => value !== null && value !== undefined),
  ) as OwnValues<V>;

interface Acting {
  ctx: TransactionContext;
  principal: UserPrincipal;
}
interface Change<V> extends Acting {
  body: OwnValues<V>;
  expected: number;
}
/** Of a section whose values all have a default of the platform. */
function handlersOf<V extends object>(part: Part, rules: Rules<V>) {
  const view = (row: TenantRow, layers: SettingsLayers) => viewOf(row, layers, part, rules);
  return {
    read: async ({ ctx, principal }: Acting) =>
      view(await readVisibleTenant(ctx, principal, principal.tenant_id), await ownLayers(ctx)),
    patch: async ({ ctx, principal, body, expected }: Change<V>) => {
      const layers = await ownLayers(ctx);
      return changeTenantSettings(ctx, principal, {
        ...{ expected, viewOf: (row: TenantRow) => view(row, layers) },
        change(row) {
          requireAllowed(row, body, view(row, layers).inherited, rules);
          const own = ownAfter((row.settings[part] ?? {}) as OwnValues<V>, body);
          return { settings: { ...row.settings, [part]: own } };
        },
      });
    },
  };
}

export function layeredSettingsRoutes(app: FastifyInstance): void {
  const { uploads, security, flags, counting, bidRequests, SESSION_RULES } = contract;
  const ofUploads = handlersOf<contract.UploadSettings>('uploads', contract.UPLOAD_RULES);
  mount(app, uploads.read, ofUploads.read);
  mount(app, uploads.patch, ofUploads.patch);
  const ofFlags = handlersOf<contract.FlagSettings>('flags', contract.FLAG_RULES);
  mount(app, flags.read, ofFlags.read);
  mount(app, flags.patch, ofFlags.patch);
  const ofCounting = handlersOf<CountingRule>('counting', contract.COUNTING_RULES);
  mount(app, counting.read, ofCounting.read);
  mount(app, counting.patch, ofCounting.patch);
  const ofBidRequests = handlersOf<contract.BidRequestSettings>('bid_requests', contract.BID_REQUEST_RULES);
  mount(app, bidRequests.read, ofBidRequests.read);
  mount(app, bidRequests.patch, ofBidRequests.patch);
  const securityView = (row: TenantRow, layers: SettingsLayers) => ({
    open_signup: row.open_signup,
    require_second_factor_roles: row.require_second_factor_roles,
    ...viewOf(row, layers, 'security', SESSION_RULES),
  });
  mount(app, security.read, async ({ ctx, principal }) =>
    securityView(await readVisibleTenant(ctx, principal, principal.tenant_id), await ownLayers(ctx)),
  );
  mount(app, security.patch, async ({ ctx, principal, body, expected }) => {
    const layers = await ownLayers(ctx);
    const { open_signup, require_second_factor_roles, ...lengths } = body;
    return changeTenantSettings(ctx, principal, {
      ...{ expected, viewOf: row => securityView(row, layers) },
      change(row) {
        requireAllowed(row, lengths, securityView(row, layers).inherited, SESSION_RULES);
        return {
          ...(open_signup !== undefined && { open_signup }),
          ...(require_second_factor_roles && { require_second_factor_roles }),
          settings: { ...row.settings, security: ownAfter(row.settings.security ?? {}, lengths) },
        };
      },
    });
  });
}
