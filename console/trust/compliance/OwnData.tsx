/** One's own data, in the profile: a copy at once, and what one asks of those who keep it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  OWN_REQUEST_KINDS,
  ownPrivacyRequests,
  UNANSWERED,
  type OwnPrivacyRequest,
} from '../../../shared/contract/trust/compliance.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { StateMark } from '../../kit/fields/StateMark.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useProblemText } from '../../kit/text/problemText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import { AskDialog } from './AskDialog.tsx';
import { REQUEST_BADGES } from './states.ts';
import { useArchive } from './useArchive.ts';

export default function OwnData() {
  const { t } = useTranslation('ownData');
  const { client } = useAuth();
  const { isBusy, download } = useArchive();
  const [isAsking, setAsking] = useState(false);
  const answer = useQuery(read(client, ownPrivacyRequests.list, { query: {} }));
  const requests = answer.data?.items ?? [];
  const waiting = requests.filter(({ state }) => UNANSWERED.includes(state)).map(({ kind }) => kind);
  const kinds = OWN_REQUEST_KINDS.filter(kind => !waiting.includes(kind));
  return (
    <section aria-labelledby="own-data" className="mt-12">
      <h2 id="own-data" className="mb-2 text-20">
        {t('title')}
      </h2>
      <p className="mb-4 max-w-[70ch] text-ink-2">{t('text')}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" busy={isBusy} onClick={() => void download()}>
          {t('download')}
        </Button>
        {kinds.length > 0 && (
          <Button variant="outline" onClick={() => setAsking(true)}>
            {t('ask.action')}
          </Button>
        )}
      </div>
      {answer.isError && (
        <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
      )}
      <ul className="mt-4 flex flex-col gap-3">
        {requests.map(row => (
          <li key={row.id}>
            <Request row={row} />
          </li>
        ))}
      </ul>
      {isAsking && <AskDialog kinds={kinds} close={() => setAsking(false)} />}
    </section>
  );
}

function Request({ row }: { row: OwnPrivacyRequest }) {
  const { t } = useTranslation('ownData');
  const format = useFormat();
  const save = useSave();
  const toast = useToast();
  const problemText = useProblemText();
  const [isBusy, setBusy] = useState(false);
  const isOpen = UNANSWERED.includes(row.state);
  async function withdraw() {
    setBusy(true);
    try {
      await save(c =>
        c.call(ownPrivacyRequests.actionEndpoints.withdraw, { params: { id: row.id }, body: {} }),
      );
      toast({ tone: 'ok', title: t('withdrawn') });
    } catch (error) {
      toast({ tone: 'danger', title: problemText(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="font-semibold">{t(`values.${row.kind}`)}</span>
      <StateMark badge={REQUEST_BADGES[row.state]} value={row.state} resource="ownData" />
      <span className="text-13 text-ink-2">
        {isOpen ? t('due', { day: format.date(row.due_at) }) : (row.reason ?? '')}
      </span>
      {isOpen && (
        <Button variant="quiet" busy={isBusy} onClick={() => void withdraw()}>
          {t('withdraw')}
        </Button>
      )}
    </div>
  );
}
