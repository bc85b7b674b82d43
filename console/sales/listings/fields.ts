/** What is typed of a listing: its place only once, all else as long as it is not in the archive. */
import { CATEGORIES } from '../../../shared/contract/content/library/categories.ts';
import type { CurrentUser } from '../../app/session/useCurrentUser.ts';
import { groupRelation } from '../../fleet/relations.ts';

const deviceRelation = async () => (await import('../../../shared/contract/fleet/device.ts')).devices;

const CURRENCY = { name: 'currency', input: { as: 'code', of: 'currency' } } as const;
const FLOOR = {
  name: 'floor_micros',
  input: { as: 'money', currency: { field: 'currency' }, unit: 'micros' },
  hint: true,
} as const;
export const FLOOR_FIELDS = [CURRENCY, FLOOR] as const;
const TITLE = { name: 'title', input: { as: 'text' } } as const;
const OFFER = [
  CURRENCY,
  FLOOR,
  { name: 'avails_per_h', input: { as: 'number' }, hint: true },
  { name: 'share_max_pct', input: { as: 'percent', scale: 'percent' }, hint: true },
  { name: 'blocked_cats', input: { as: 'choices', options: CATEGORIES }, hint: true },
] as const;
export const CHANGE_FIELDS = [TITLE, { name: 'format', input: { as: 'spot' } }, ...OFFER] as const;
export const CREATE_FIELDS = [
  TITLE,
  { name: 'group_id', input: { as: 'pick', of: groupRelation, nullable: true }, hint: true },
  { name: 'device_id', input: { as: 'pick', of: deviceRelation, nullable: true }, hint: true },
  { name: 'format', input: { as: 'spot' }, hint: true },
  ...OFFER,
] as const;
/** A browser that does not know the tenant's currency yet leaves it to the server. */
export const initialValues = ({ currency }: CurrentUser) => ({
  currency: currency ?? undefined,
  share_max_pct: 100,
});
