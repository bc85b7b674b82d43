import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  importTestCases,
  MAX_FILES_AT_ONCE,
} from '../../../../shared/contract/programmatic/tester/testCase.ts';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { useToast } from '../../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../../kit/useSave.ts';

/** Files of a chosen folder say where in it they stand. */
const pathOf = (file: File) => file.webkitRelativePath || file.name;

/** Case files of Prebid Server become cases, some at a time; those that are none are named. */
export function usePrebidFiles() {
  const { t } = useTranslation('openrtb');
  const format = useFormat();
  const save = useSave();
  const toast = useToast();
  const [refused, setRefused] = useState<string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  async function take(files: readonly File[]) {
    setBusy(true);
    setFailure(null);
    const odd: string[] = [];
    let made = 0;
    try {
      const read: { path: string; content: unknown }[] = [];
      for (const file of files.filter(({ name }) => name.endsWith('.json'))) {
        const content = parsed(await file.text());
        if (content === undefined) odd.push(pathOf(file));
        else read.push({ path: pathOf(file), content });
      }
      for (let at = 0; at < read.length; at += MAX_FILES_AT_ONCE) {
        const part = read.slice(at, at + MAX_FILES_AT_ONCE);
        const answer = await save(client => client.call(importTestCases, { body: { files: part } }));
        made += answer.made.length;
        odd.push(...answer.refused);
      }
      toast({
        tone: made > 0 ? 'ok' : 'warn',
        title: t('import.done', { count: made, shown: format.number(made) }),
      });
    } catch (error) {
      setFailure(error);
    }
    setRefused(odd);
    setBusy(false);
  }
  return { take, refused, failure, isBusy };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
