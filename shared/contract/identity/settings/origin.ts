/** Where the value of a setting comes from: the product, the platform's own tenant, or the tenant that is acted in. */
export const ORIGINS = ['product', 'platform', 'tenant'] as const;
export type Origin = (typeof ORIGINS)[number];

export interface Rule<T> {
  /** What holds where nobody has set anything. */
  product: T;
  /** What of a tenant's own value holds under the platform's; all of it where there is no such rule. */
  narrow?: (own: T, above: T) => T;
}
type Rules<V> = { readonly [K in keyof V]: Rule<V[K]> };
/** Left out or null: not set there. */
export type OwnValues<V> = { readonly [K in keyof V]?: V[K] | null | undefined };
export interface Layers<V> {
  platform: OwnValues<V>;
  /** null: the platform's own tenant is acted in. */
  tenant: OwnValues<V> | null;
}
export interface Resolved<V> {
  effective: V;
  origins: Record<keyof V, Origin>;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

interface OwnPair<T> {
  platform: T | null | undefined;
  tenant: T | null | undefined;
}
/** The value that holds, and where it comes from. A tenant's own value that the platform does not allow gives way to it. */
export function resolveSetting<T>(
  { product, narrow }: Rule<T>,
  { platform, tenant }: OwnPair<T>,
): { value: T; origin: Origin } {
  const above = platform ?? product;
  const inherited = { value: above, origin: (platform ?? null) === null ? 'product' : 'platform' } as const;
  if (tenant === null || tenant === undefined) return inherited;
  const value = narrow ? narrow(tenant, above) : tenant;
  return isSame(value, tenant) ? { value, origin: 'tenant' } : { value, origin: 'platform' };
}

export function resolveSettings<V extends object>(
  rules: Rules<V>,
  { platform, tenant }: Layers<V>,
): Resolved<V> {
  const effective: Partial<V> = {};
  const origins: Partial<Record<keyof V, Origin>> = {};
  for (const name of Object.keys(rules) as (keyof V)[]) {
    const own = { platform: platform[name], tenant: tenant?.[name] };
    const { value, origin } = resolveSetting<V[typeof name]>(rules[name], own);
    effective[name] = value;
    origins[name] = origin;
  }
  return { effective: effective as V, origins: origins as Record<keyof V, Origin> };
}
