import { useQueries } from '@tanstack/react-query';
import { creatives } from '../../../shared/contract/content/creative.ts';
import { devices } from '../../../shared/contract/fleet/device.ts';
import { playlists } from '../../../shared/contract/content/playlist.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth, useSignedIn } from '../session/auth.tsx';
import { canOpenArea } from '../guards.ts';
import { PATHS } from '../paths.ts';
import type { Entry } from './entries.ts';

/** Records shown of each kind, and letters before they are asked for. */
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

/** Records by name, of the kinds this role may see. Each text has an answer of its own, so an old one never stands for a newer. */
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
