/** Which values hold: those of the narrowest scope that has set them. Pure. */
import type { ConfigScope } from '../../../shared/contract/playout/playerConfig.ts';
import type { ConfigValues } from '../../db/tables/playout.ts';
import type { Page } from './pages.ts';

/** What one scope has published. */
export interface Layer {
  scope: ConfigScope;
  id: string;
  /** Of a group or a screen. */
  name: string | null;
  values: ConfigValues;
}
export interface Sourced {
  value: unknown;
  origin: ConfigScope | 'default';
  name: string | null;
}

export const isSet = (value: unknown) => value !== null && value !== undefined;
export const hasValues = (values: ConfigValues) => Object.values(values).some(isSet);

/** `layers`: the narrowest first. A page whose fields belong together takes all of them from one layer. */
export function resolve({ defaults, isWhole }: Page, layers: readonly Layer[]): Record<string, Sourced> {
  const setting = layers.filter(({ values }) => hasValues(values));
  function sourced(field: string, fallback: unknown): Sourced {
    const layer = isWhole ? setting[0] : setting.find(({ values }) => isSet(values[field]));
    if (!layer) return { value: fallback, origin: 'default', name: null };
    return { value: layer.values[field] ?? fallback, origin: layer.scope, name: layer.name };
  }
  return Object.fromEntries(
    Object.entries(defaults).map(([field, fallback]) => [field, sourced(field, fallback)]),
  );
}

export const valuesOf = (sourced: Record<string, Sourced>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sourced).map(([field, { value }]) => [field, value]));
