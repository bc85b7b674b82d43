import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { alerts, type Alert } from '../../../shared/contract/alerts/alert.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import type { Client } from '../../../shared/net/client.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useText } from '../../kit/text/useText.ts';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';

/** As often as people who decide at the same time must learn of each other. */
const REFRESH_MS = 3_000;
const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'VERSION_CONFLICT';

/**
 * A decision on the words that a person sees: `seen` stays what it was when the dialog opened, and every call names its
 * version. Where somebody changed the alert meanwhile (`isMoved`), nothing can be decided until `look` shows that.
 */
export function useDecision<V extends string>(row: Alert, close: () => void) {
  const text = useText('alerts');
  const { client } = useAuth();
  const save = useSave();
  const toast = useToast();
  const [seen, setSeen] = useState(row);
  const [busy, setBusy] = useState<V | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const answer = useQuery({
    ...read(client, alerts.read, { params: { id: row.id } }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  const latest = answer.data && answer.data.version >= row.version ? answer.data : row;
  const isMoved = busy === null && latest.version !== seen.version;
  /** Not a write of the queue: sent an hour late it would frighten people for nothing. */
  const act = (verb: V, call: (client: Client, version: number) => Promise<unknown>) => {
    setBusy(verb);
    setFailure(null);
    save(one => call(one, seen.version)).then(
      () => {
        toast({ tone: 'ok', title: text(`done.${verb}`, { name: seen.name }) });
        close();
      },
      (error: unknown) => {
        setFailure(error);
        setBusy(null);
        if (isConflict(error)) void answer.refetch();
      },
    );
  };
  return {
    ...{ seen, latest, busy, isMoved, act },
    /** The notice about the change says it better. */
    failure: isMoved && isConflict(failure) ? null : failure,
    look: () => {
      setSeen(latest);
      setFailure(null);
    },
  };
}
export type Decision = Pick<ReturnType<typeof useDecision>, 'seen' | 'latest' | 'isMoved' | 'look'>;
