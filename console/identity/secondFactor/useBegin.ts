/** Asks the server for a secret; the password is asked for again where it was entered too long ago. */
import { useState } from 'react';
import { beginSecondFactor } from '../../../shared/contract/identity/secondFactor.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { Begun } from './SetUp.tsx';

export function useBegin() {
  const { client } = useAuth();
  const [busy, setBusy] = useState(false);
  const [begun, setBegun] = useState<Begun | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  async function begin() {
    setBusy(true);
    setFailure(null);
    await client.call(beginSecondFactor, {}).then(setBegun, setFailure);
    setBusy(false);
  }
  return { busy, begun, failure, begin, end: () => setBegun(null) };
}
