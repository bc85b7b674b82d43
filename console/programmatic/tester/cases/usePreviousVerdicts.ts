import { useQuery } from '@tanstack/react-query';
import type { Verdict } from '../../../../shared/contract/programmatic/tester/testCase.ts';
import { testRuns, type TestRunDetail } from '../../../../shared/contract/programmatic/tester/testRun.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';

/** What the run before came to, by case; empty where there was none. */
export function usePreviousVerdicts(run: TestRunDetail | undefined): ReadonlyMap<string, Verdict> {
  const { client } = useAuth();
  const query = { status: 'done', sort: '-created_at', to: run?.created_at, limit: 1, offset: 0 };
  const before = useQuery({ ...read(client, testRuns.list, { query }), enabled: run !== undefined });
  const id = before.data?.items[0]?.id ?? '';
  const previous = useQuery({ ...read(client, testRuns.read, { params: { id } }), enabled: id !== '' });
  return new Map((previous.data?.results ?? []).map(one => [one.case_id, one.verdict]));
}
