import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { publishWhiteLabel } from '../../../shared/contract/identity/whiteLabel.ts';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';

/** Any of the calls that take no body and answer with the whole white label. */
type Act = typeof publishWhiteLabel;
export interface WhiteLabelAct {
  busy: boolean;
  failure: unknown;
  /** Resolves to whether it was done. */
  run: () => Promise<boolean>;
}

/** `done`: the text that says so; null where the page itself shows what came of it. */
export function useWhiteLabelAct(endpoint: Act, done: 'published' | 'wasReset' | null): WhiteLabelAct {
  const { t } = useTranslation('whiteLabel');
  const save = useSave();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  async function run() {
    setBusy(true);
    setFailure(null);
    try {
      await save(client => client.call(endpoint, { body: {} }));
      if (done) toast({ tone: 'ok', title: t(done) });
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, failure, run };
}
