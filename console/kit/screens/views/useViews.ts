import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import { savedViews, type SavedView } from '../../../../shared/contract/identity/savedView.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth, useSignedIn } from '../../../app/session/auth.tsx';
import { useWrite } from '../../useWrite.ts';

/** An upper bound on saved views per list. */
const LIMIT = 100;
/** URL parameters that are not part of a view: page and open row. */
const TRANSIENT_PARAMS = ['page', 'cursor', 'id'];

const viewQueryOf = (params: URLSearchParams): string => {
  const viewParams = new URLSearchParams(params);
  for (const key of TRANSIENT_PARAMS) viewParams.delete(key);
  viewParams.sort();
  return viewParams.toString();
};

/** Saved views of a list: the user's own and shared ones. The user's default view is applied on opening. */
export function useViews(resource: string, base: string) {
  const { client } = useAuth();
  const { user } = useSignedIn();
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const { t } = useTranslation('screens');
  const write = useWrite();
  const named = (verb: string, name: string) => ({
    type: `savedViews.${verb}`,
    description: t('waiting.edit', { name }),
  });
  const answer = useQuery({
    ...read(client, savedViews.list, { query: { resource, limit: LIMIT } as object }),
    meta: { isBackground: true },
  });
  const views: readonly SavedView[] = answer.data?.items ?? [];
  const currentQuery = viewQueryOf(params);
  const isOwn = (view: SavedView) => view.user_id === user.id;
  const open = (view: SavedView) => navigate(view.query === '' ? base : `${base}?${view.query}`);

  /** Applied once, and only if the URL has no parameters. */
  const isDefaultApplied = useRef(false);
  const defaultView = views.find(view => isOwn(view) && view.is_default);
  useEffect(() => {
    if (isDefaultApplied.current || answer.data === undefined) return;
    isDefaultApplied.current = true;
    if (defaultView && params.size === 0 && defaultView.query !== '')
      navigate(`${base}?${defaultView.query}`, { replace: true });
  }, [answer.data, base, defaultView, navigate, params]);

  return {
    views,
    current: views.find(view => view.query === currentQuery),
    isMine: isOwn,
    open,
    create: (name: string, shared: boolean) =>
      write(
        savedViews.create,
        { body: { resource, name, shared, query: currentQuery, is_default: false } },
        named('create', name),
      ),
    update: (view: SavedView, body: Partial<Pick<SavedView, 'name' | 'shared' | 'is_default'>>) =>
      write(
        savedViews.patch,
        { params: { id: view.id }, body, version: view.version },
        named('patch', view.name),
      ),
    remove: (view: SavedView) =>
      write(
        savedViews.remove,
        { params: { id: view.id }, version: view.version },
        named('delete', view.name),
      ),
    restore: (view: SavedView) =>
      write(savedViews.restore, { params: { id: view.id }, body: {} }, named('restore', view.name)),
  };
}
