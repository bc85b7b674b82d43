import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { submissions, type Submission } from '../../../../shared/contract/content/submission.ts';
import type { Endpoint } from '../../../../shared/contract/wire/endpoint.ts';
import { isQueued } from '../../../../shared/net/client.ts';
import { useCurrentUser } from '../../../app/session/useCurrentUser.ts';
import { useText } from '../../../kit/text/useText.ts';
import { useToast } from '../../../kit/ui/toasts/useToasts.ts';
import { useRefetchOnConflict } from '../../../kit/useSave.ts';
import { useWrite } from '../../../kit/useWrite.ts';
import { nextWaiting } from './nextWaiting.ts';

export type Verb = 'approve' | 'reject' | 'request-changes';

interface Page {
  items: readonly Submission[];
  total: number;
}
/** The list on the page in which the row stands; a row that was opened by its link may stand in none. */
function listAround(queries: QueryClient, id: string) {
  const queryKey = [submissions.list.path];
  const lists = queries.getQueriesData<Page>({ queryKey, type: 'active' });
  return lists.find(([, page]) => page?.items.some(row => row.id === id)) ?? lists[0];
}

/** Sends a decision. What it resolves to opens the next that waits in the sheet, or closes that where none is left. */
export function useDecide(row: Submission, verb: Verb) {
  const text = useText('submissions');
  const write = useWrite();
  const toast = useToast();
  const actor = useCurrentUser();
  const queries = useQueryClient();
  const refetchOnConflict = useRefetchOnConflict();
  const [params, setParams] = useSearchParams();
  const isInSheet = params.get('id') === row.id;
  const open = (id: string | undefined) =>
    setParams(
      now => {
        now.delete('tab');
        if (id === undefined) now.delete('id');
        else now.set('id', id);
        return now;
      },
      { replace: true },
    );

  return async (body: object): Promise<() => void> => {
    const endpoint: Endpoint = submissions.actionEndpoints[verb];
    const [key, before] = listAround(queries, row.id) ?? [];
    const input = { params: { id: row.id }, body, version: row.version };
    const metadata = { type: `submissions.${verb}`, description: `${text(`actions.${verb}`)}: ${row.name}` };
    const answer = await refetchOnConflict(endpoint, write(endpoint, input, metadata));
    if (isQueued(answer)) return () => {};
    const now = key && queries.getQueryData<Page>(key);
    const lists = { before: before?.items ?? [], now: now?.items ?? [], actor };
    const next = isInSheet ? nextWaiting(row.id, lists) : undefined;
    /** Other pages of the list may hold more. */
    const isLast = isInSheet && next === undefined && now?.total === now?.items.length;
    const title = text(`done.${verb}`, { name: row.name });
    toast({ tone: 'ok', title, ...(isLast && { text: text('nothingElse') }) });
    return () => {
      if (isInSheet) open(next);
    };
  };
}
