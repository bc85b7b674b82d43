/** Which playlist a screen plays: its own, else that of its nearest group. Pure. */

export interface Group {
  id: string;
  name: string;
  parent_id: string | null;
  playlist_id: string | null;
  rule: { tags: readonly string[] } | null;
}
export interface Member {
  playlist_id: string | null;
  /** By hand, the first one first. */
  group_ids: readonly string[];
  tags: readonly string[];
}
export interface EffectivePlaylist {
  playlist_id: string | null;
  /** null: its own, or none. */
  group_id: string | null;
}

/** Groups it was put into by hand in their order, then those of a rule it fits by name. */
export function groupsOf({ group_ids, tags }: Member, groups: readonly Group[]): Group[] {
  const byHand = group_ids.flatMap(id => groups.find(group => group.id === id) ?? []);
  const byRule = groups
    .filter(({ rule }) => rule !== null && rule.tags.every(tag => tags.includes(tag)))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id));
  return [...new Set([...byHand, ...byRule])];
}

/** All groups of a screen come before the parent of any. `groups`: those of its tenant that are not deleted. */
export function effectivePlaylist(member: Member, groups: readonly Group[]): EffectivePlaylist {
  if (member.playlist_id !== null) return { playlist_id: member.playlist_id, group_id: null };
  const seen = new Set<Group>();
  for (let level = groupsOf(member, groups); level.length > 0; level = parentsOf(level, groups, seen)) {
    const giving = level.find(({ playlist_id }) => playlist_id !== null);
    if (giving) return { playlist_id: giving.playlist_id, group_id: giving.id };
  }
  return { playlist_id: null, group_id: null };
}

function parentsOf(level: readonly Group[], groups: readonly Group[], seen: Set<Group>): Group[] {
  for (const group of level) seen.add(group);
  const parents = level.flatMap(({ parent_id }) => groups.find(({ id }) => id === parent_id) ?? []);
  return [...new Set(parents)].filter(parent => !seen.has(parent));
}
