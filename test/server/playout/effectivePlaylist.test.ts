import { describe, expect, it } from 'vitest';
import {
  effectivePlaylist,
  indexGroups,
  type Group,
  type Member,
} from '../../../server/playout/effectivePlaylist.ts';

const group = (id: string, more: Partial<Group> = {}): Group => ({
  ...{ id, name: id, parent_id: null, playlist_id: null, rule: null },
  ...more,
});
const screen = (more: object = {}) => ({ playlist_id: null, group_ids: [], tags: [], ...more });
const NONE = { playlist_id: null, group_id: null };

const playedBy = (member: Member, groups: readonly Group[]) => effectivePlaylist(member, indexGroups(groups));

describe('the playlist a screen plays', () => {
  const city = group('city', { playlist_id: 'city loop' });
  const harbour = group('harbour', { parent_id: 'city', playlist_id: 'harbour loop' });
  const pier = group('pier', { parent_id: 'harbour' });
  const night = group('night', { playlist_id: 'night loop' });
  const all = [city, harbour, pier, night];

  it('is its own before its group’s, and the group’s before the parent’s', () => {
    const own = screen({ playlist_id: 'own', group_ids: ['harbour'] });
    expect(playedBy(own, all)).toEqual({ playlist_id: 'own', group_id: null });
    const member = screen({ group_ids: ['harbour'] });
    expect(playedBy(member, all)).toEqual({ playlist_id: 'harbour loop', group_id: 'harbour' });
    const below = screen({ group_ids: ['pier'] });
    expect(playedBy(below, all)).toEqual({ playlist_id: 'harbour loop', group_id: 'harbour' });
  });

  it('is that of the first of its groups; each of them comes before the parent of any', () => {
    expect(playedBy(screen({ group_ids: ['night', 'city'] }), all).group_id).toBe('night');
    expect(playedBy(screen({ group_ids: ['city', 'night'] }), all).group_id).toBe('city');
    expect(playedBy(screen({ group_ids: ['pier', 'night'] }), all).group_id).toBe('night');
  });

  it('is that of a group whose rule it fits, after those it was put into', () => {
    const late = group('late', { playlist_id: 'late loop', rule: { tags: ['late', 'taxi'] } });
    expect(playedBy(screen({ tags: ['late'] }), [late])).toEqual(NONE);
    expect(playedBy(screen({ tags: ['taxi', 'late'] }), [late]).group_id).toBe('late');
    const both = screen({ tags: ['taxi', 'late'], group_ids: ['night'] });
    expect(playedBy(both, [late, night]).group_id).toBe('night');
  });

  it('is none without groups, with those that are gone, and in a circle of parents', () => {
    expect(playedBy(screen(), all)).toEqual(NONE);
    expect(playedBy(screen({ group_ids: ['gone'] }), all)).toEqual(NONE);
    const circle = [group('a', { parent_id: 'b' }), group('b', { parent_id: 'a' })];
    expect(playedBy(screen({ group_ids: ['a'] }), circle)).toEqual(NONE);
  });
});
