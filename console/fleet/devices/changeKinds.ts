/** What can be changed on many screens at once, and how it is typed. */
import { playlists } from '../../../shared/contract/content/playlist.ts';
import { MAX_GROUPS } from '../../../shared/contract/fleet/device.ts';
import type { DeviceChange } from '../../../shared/contract/fleet/deviceChanges.ts';
import { deviceGroups } from '../../../shared/contract/fleet/deviceGroup.ts';
import { locations } from '../../../shared/contract/fleet/location.ts';
import { users } from '../../../shared/contract/identity/user.ts';
import type { Input } from '../../kit/resource/form.ts';

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

const GROUPS: Input = { as: 'relations', from: deviceGroups.list, read: deviceGroups.read, max: MAX_GROUPS };

/** An empty field clears what the screens had. */
export const CHANGE_FIELDS: Record<Exclude<ChangeKind, 'retire'>, Input> = {
  playlist_id: { as: 'pick', from: playlists.list, read: playlists.read, nullable: true },
  add_groups: GROUPS,
  remove_groups: GROUPS,
  location_id: { as: 'pick', from: locations.list, read: locations.read, nullable: true },
  owner_user_id: { as: 'pick', from: users.list, read: users.read, nullable: true },
  add_tags: { as: 'tags' },
  remove_tags: { as: 'tags' },
};
