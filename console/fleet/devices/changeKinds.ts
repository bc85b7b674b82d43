/** What can be changed on many screens at once, and how it is typed. */
import { MAX_GROUPS } from '../../../shared/contract/fleet/device.ts';
import type { DeviceChange } from '../../../shared/contract/fleet/deviceChanges.ts';
import type { Input } from '../../kit/resource/form.ts';
import { groupRelation, locationRelation, screenPlaylists, userRelation } from '../relations.ts';

export type ChangeKind = keyof DeviceChange;
export const CHANGE_KINDS = [
  'playlist_id',
  'add_groups',
  'remove_groups',
  'location_id',
  'add_tags',
  'remove_tags',
  'owner_user_id',
  'retire',
] as const satisfies readonly ChangeKind[];

const GROUPS: Input = { as: 'relations', of: groupRelation, max: MAX_GROUPS };

/** An empty field clears what the screens had. */
export const CHANGE_FIELDS: Record<Exclude<ChangeKind, 'retire'>, Input> = {
  playlist_id: { ...screenPlaylists, nullable: true },
  add_groups: GROUPS,
  remove_groups: GROUPS,
  location_id: { as: 'pick', of: locationRelation, nullable: true },
  owner_user_id: { as: 'pick', of: userRelation, nullable: true },
  add_tags: { as: 'tags' },
  remove_tags: { as: 'tags' },
};
