/** What a tenant has set itself beside the defaults of the platform, and what holds by both. */
import { eq, or, sql } from 'drizzle-orm';
import {
  BID_REQUEST_RULES,
  FLAG_RULES,
  isOn,
  SESSION_RULES,
  UPLOAD_RULES,
  type BidRequestSettings,
  type FlagSettings,
  type SessionSettings,
  type UploadSettings,
} from '../../../shared/contract/identity/settings/layered.ts';
import { FEATURES, type Feature } from '../../../shared/contract/identity/settings/features.ts';
import { resolveSettings, type Layers } from '../../../shared/contract/identity/settings/origin.ts';
import type { CountingRule } from '../../../shared/contract/proof/countingRule.ts';
import type { Db } from '../../db/database.ts';
import { tenants } from '../../db/schema.ts';
import { withLookUp } from '../../db/tenantTransactions.ts';
import type { TenantSettings } from '../../db/tables/tenants.ts';
import type { Server } from '../../context/server.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export interface SettingsLayers {
  platform: TenantSettings;
  /** null: the platform's own tenant. */
  tenant: TenantSettings | null;
}

/** A column of the platform's settings, beside a tenant's own row. */
export const platformSettings = sql<TenantSettings | null>`(
  select platform.settings from tenants platform where platform.kind = 'platform' limit 1)`;

/** `tx` sees the rows of all tenants. */
export async function layersOf(tx: Db, tenant_id: string): Promise<SettingsLayers> {
  const rows = await tx
    .select({ id: tenants.id, kind: tenants.kind, settings: tenants.settings })
    .from(tenants)
    .where(or(eq(tenants.kind, 'platform'), eq(tenants.id, tenant_id)));
  const platform = rows.find(({ kind }) => kind === 'platform');
  const own = rows.find(({ id }) => id === tenant_id);
  return {
    platform: platform?.settings ?? {},
    tenant: own === undefined || own.kind === 'platform' ? null : own.settings,
  };
}
/** Within a transaction of the tenant. */
export const ownLayers = ({ tx, tenant_id }: Pick<TransactionContext, 'tx' | 'tenant_id'>) =>
  withLookUp(tx, 'sign_in', () => layersOf(tx, tenant_id));

interface Parts {
  uploads: UploadSettings;
  security: SessionSettings;
  flags: FlagSettings;
  counting: CountingRule;
  bid_requests: BidRequestSettings;
}
export const partOf = <K extends keyof Parts>(
  { platform, tenant }: SettingsLayers,
  part: K,
): Layers<Parts[K]> => ({
  platform: platform[part] ?? {},
  tenant: tenant && (tenant[part] ?? {}),
});

export const uploadSettingsOf = (layers: SettingsLayers): UploadSettings =>
  resolveSettings<UploadSettings>(UPLOAD_RULES, partOf(layers, 'uploads')).effective;
export const sessionSettingsOf = (layers: SettingsLayers): SessionSettings =>
  resolveSettings<SessionSettings>(SESSION_RULES, partOf(layers, 'security')).effective;
/** How exactly a request to a partner may say where a screen is. */
export const placeDecimalsOf = (layers: SettingsLayers): number =>
  resolveSettings<BidRequestSettings>(BID_REQUEST_RULES, partOf(layers, 'bid_requests')).effective
    .place_decimals;
export function featuresOff(layers: SettingsLayers): Feature[] {
  const { effective } = resolveSettings<FlagSettings>(FLAG_RULES, partOf(layers, 'flags'));
  return FEATURES.filter(name => !isOn(effective[name]));
}

/** Whether a tenant has a feature switched off; outside of any transaction. */
export const isFeatureOff = async (
  { tenantTransactions }: Pick<Server, 'tenantTransactions'>,
  tenant_id: string,
  feature: Feature,
): Promise<boolean> =>
  featuresOff(await tenantTransactions.lookUp('sign_in', tx => layersOf(tx, tenant_id))).includes(feature);
