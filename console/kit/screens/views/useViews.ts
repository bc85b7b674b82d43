import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { savedViews, type SavedView } from '../../../../shared/contract/identity/savedView.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth, useSignedIn } from '../../../app/session/auth.tsx';
import { useSave } from '../../useSave.ts';

/** More than that nobody keeps apart by name. */
const LIMIT = 100;
/** What of an address is a way to look; the page and the open row are not. */
const NOT_KEPT = ['page', 'cursor', 'id'];

const keptOf = (params: URLSearchParams): string => {
  const kept = new URLSearchParams(params);
  for (const key of NOT_KEPT) kept.delete(key);
  kept.sort();
  return kept.toString();
};

/** Ways to look at a list that were given a name: one's own and those others share. The own default opens it. */
export function useViews(resource: string, base: string) {
  const { client } = useAuth();
  const { user } = useSignedIn();
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const save = useSave();
  const answer = useQuery(read(client, savedViews.list, { query: { resource, limit: LIMIT } as object }));
  const views: readonly SavedView[] = answer.data?.items ?? [];
  const now = keptOf(params);
  const isMine = (view: SavedView) => view.user_id === user.id;
  const open = (view: SavedView) => navigate(view.query === '' ? base : `${base}?${view.query}`);

  /** Once, and only where the address asks for nothing of its own. */
  const begun = useRef(false);
  const first = views.find(view => isMine(view) && view.is_default);
  useEffect(() => {
    if (begun.current || answer.data === undefined) return;
    begun.current = true;
    if (first && params.size === 0 && first.query !== '')
      navigate(`${base}?${first.query}`, { replace: true });
  }, [answer.data, base, first, navigate, params]);

  return {
    views,
    current: views.find(view => view.query === now),
    isMine,
    open,
    keep: (name: string, shared: boolean) =>
      save(c =>
        c.call(savedViews.create, { body: { resource, name, shared, query: now, is_default: false } }),
      ),
    change: (view: SavedView, body: Partial<Pick<SavedView, 'name' | 'shared' | 'is_default'>>) =>
      save(c => c.call(savedViews.patch, { params: { id: view.id }, body, version: view.version })),
    drop: (view: SavedView) =>
      save(c => c.call(savedViews.remove, { params: { id: view.id }, version: view.version })),
    bringBack: (view: SavedView) =>
      save(c => c.call(savedViews.restore, { params: { id: view.id }, body: {} })),
  };
}
