import { useQueries } from '@tanstack/react-query';
import { creatives } from '../../../shared/contract/content/creative.ts';
import { devices } from '../../../shared/contract/fleet/device.ts';
import { playlists } from '../../../shared/contract/content/playlist.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth, useSignedIn } from '../session/auth.tsx';
import { canOpenArea } from '../guards.ts';
import { PATHS } from '../paths.ts';
import type { Entry } from './entries.ts';

/** Maximum results per kind, and minimum query length. */
const MAX_PER_KIND = 5;
const MIN_QUERY_LENGTH = 2;

const SOURCES = [
  { group: 'devices', area: 'devices', list: devices.list, at: (id: string) => `${PATHS.devices}?id=${id}` },
  {
    group: 'creatives',
    area: 'creatives',
    list: creatives.list,
    at: (id: string) => `${PATHS.creatives}/${id}`,
  },
  {
    group: 'playlists',
    area: 'creatives',
    list: playlists.list,
    at: (id: string) => `${PATHS.playlists}/${id}`,
  },
] as const;

/** Searches records by name in the kinds this role may see. Each text is its own query, so an outdated result is never shown. */
export function useRecords(typed: string) {
  const { client } = useAuth();
  const { user } = useSignedIn();
  const query = typed.trim();
  const sources = SOURCES.filter(({ area }) => canOpenArea(user.role, area, 'R'));
  const answers = useQueries({
    queries: sources.map(({ list }) => ({
      ...read(client, list, { query: { q: query, limit: MAX_PER_KIND } }),
      enabled: query.length >= MIN_QUERY_LENGTH,
    })),
  });
  const entries = answers.flatMap(({ data }, i): Entry[] => {
    const source = sources[i];
    if (!data || !source) return [];
    return data.items.map(({ id, name }) => ({
      id,
      group: source.group,
      label: name,
      href: source.at(id),
    }));
  });
  const failed = answers.filter(answer => answer.isError);
  return {
    entries,
    isWaiting: answers.some(answer => answer.isFetching),
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach(answer => void answer.refetch()),
  };
}
