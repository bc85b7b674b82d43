import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  changeOnboarding,
  readOnboarding,
  type Onboarding,
} from '../../../shared/contract/identity/onboarding.ts';
import type { BodyInput } from '../../../shared/contract/wire/endpoint.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../session/auth.tsx';
import { useSave } from '../../kit/useSave.ts';

/** Left out counts as settled: nobody is reminded of it. */
export const isSettled = ({ state }: Onboarding['steps'][number]) => state !== 'todo';

/** The first steps of the user, and how he marks them. */
export function useOnboarding() {
  const { client } = useAuth();
  const save = useSave();
  const answer = useQuery(read(client, readOnboarding, {}));
  const mark = useCallback(
    (body: BodyInput<typeof changeOnboarding>) => save(c => c.call(changeOnboarding, { body })),
    [save],
  );
  return { answer, mark };
}
