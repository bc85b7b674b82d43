/** What one page of the configuration of players is made of. */
import type { ComponentType } from 'react';
import type { Area } from '../../../shared/contract/wire/access.ts';
import type { Endpoint } from '../../../shared/contract/wire/endpoint.ts';
import type { ConfigScope } from '../../../shared/contract/playout/playerConfig.ts';
import type { Field } from '../../kit/resource/form.ts';

export type Values = Readonly<Record<string, unknown>>;
interface Sourced {
  value: unknown;
  origin: ConfigScope | 'default';
  name: string | null;
}
/** As each page answers; the contract of the page says what its values are. */
export interface ConfigAnswer {
  scope: ConfigScope;
  version: number;
  draft: Values;
  published: Values | null;
  published_version: number | null;
  published_at: string | null;
  published_by: string | null;
  is_changed: boolean;
  can_roll_back: boolean;
  is_in_force: boolean;
  effective: Readonly<Record<string, Sourced>>;
  upcoming: Readonly<Record<string, Sourced>>;
  inherited: Readonly<Record<string, Sourced>>;
}
export interface ConfigPageOptions {
  /** Its texts: `pages.<name>`. */
  name: 'weights' | 'pacing' | 'ageGender';
  area: Area;
  calls: Record<'read' | 'patch' | 'publish' | 'rollBack', Endpoint>;
  fields: readonly Field<Record<string, unknown>>[];
  /** Its fields are set together: an own draft begins with all that is inherited. */
  isWhole: boolean;
  /** Drawn from what is typed, as it is typed. */
  preview?: ComponentType<{ values: Values }>;
  isPublishable?: (draft: Values) => boolean;
}

export const hasValues = (values: Values) => Object.values(values).some(value => value !== null);
const inheritedValues = ({ inherited }: ConfigAnswer): Values =>
  Object.fromEntries(Object.entries(inherited).map(([field, { value }]) => [field, value]));
/** What the form begins with. */
export const shownValues = (answer: ConfigAnswer, isWhole: boolean): Values =>
  isWhole && !hasValues(answer.draft) ? inheritedValues(answer) : answer.draft;
