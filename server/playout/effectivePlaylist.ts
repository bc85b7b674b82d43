/** Which playlist a screen plays: its own, else that of its nearest group. Pure. */

export interface Group {
  id: string;
  name: string;
  parent_id: string | null;
  playlist_id: string | null;
  rule: { tags: readonly string[] } | null;
}
export interface Member extends GroupMember {
  playlist_id: string | null;
}
export interface GroupMember {
  /** By hand, the first one first. */
  group_ids: readonly string[];
  tags: readonly string[];
}
export interface EffectivePlaylist {
  playlist_id: string | null;
  /** null: its own, or none. */
  group_id: string | null;
}

/** The groups of a tenant that are not deleted, laid out for many screens. */
export interface GroupIndex {
  byId: ReadonlyMap<string, Group>;
  /** Those with a rule, by name. */
  ruled: readonly (Group & { rule: { tags: readonly string[] } })[];
}
export function indexGroups(groups: readonly Group[]): GroupIndex {
  const { compare } = new Intl.Collator('en');
  return {
    byId: new Map(groups.map(group => [group.id, group])),
    ruled: groups
      .flatMap(group => (group.rule === null ? [] : [{ ...group, rule: group.rule }]))
      .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id)),
  };
}

/** Groups it was put into by hand in their order, then those of a rule it fits by name. */
function groupsOf({ group_ids, tags }: GroupMember, { byId, ruled }: GroupIndex): Group[] {
  const byHand = group_ids.flatMap(id => byId.get(id) ?? []);
  const byRule = ruled
    .filter(({ rule }) => rule.tags.every(tag => tags.includes(tag)))
    .flatMap(({ id }) => byId.get(id) ?? []);
  return [...new Set([...byHand, ...byRule])];
}

export function effectivePlaylist(member: Member, groups: GroupIndex): EffectivePlaylist {
  if (member.playlist_id !== null) return { playlist_id: member.playlist_id, group_id: null };
  const giving = groupChain(member, groups).find(({ playlist_id }) => playlist_id !== null);
  return { playlist_id: giving?.playlist_id ?? null, group_id: giving?.id ?? null };
}

/** The groups of a screen, nearest first. */
export const groupChain = (member: GroupMember, groups: GroupIndex): Group[] =>
  groupLevels(member, groups).flat();
/** Its own groups, then the parents of these, and so on. */
export const groupLevels = (member: GroupMember, groups: GroupIndex): Group[][] =>
  levelsAbove(groupsOf(member, groups), groups);

/** They and their parents, nearest first: all groups of a screen come before the parent of any. */
export const groupsAbove = (first: readonly Group[], groups: GroupIndex): Group[] =>
  levelsAbove(first, groups).flat();

export function levelsAbove(first: readonly Group[], groups: GroupIndex): Group[][] {
  const seen = new Set<Group>();
  const levels: Group[][] = [];
  for (let level = [...first]; level.length > 0; level = parentsOf(level, groups, seen)) levels.push(level);
  return levels;
}

function parentsOf(level: readonly Group[], { byId }: GroupIndex, seen: Set<Group>): Group[] {
  for (const group of level) seen.add(group);
  const parents = level.flatMap(({ parent_id }) => byId.get(parent_id ?? '') ?? []);
  return [...new Set(parents)].filter(parent => !seen.has(parent));
}
