import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTHING_EXPECTED, testCases } from '../../../../shared/contract/programmatic/tester/testCase.ts';
import { judgeBids } from '../../../../shared/openrtb/auction/judge.ts';
import { rankBids } from '../../../../shared/openrtb/auction/rank.ts';
import { testPolicy } from '../../../../shared/openrtb/auction/testPolicy.ts';
import { objectOf } from '../../../../shared/openrtb/json.ts';
import { useTextDraft } from '../../../kit/drafts/useTextDraft.ts';
import { useErrorText } from '../../../kit/text/errorText.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Notice } from '../../../kit/ui/display/Notice.tsx';
import { Dialog } from '../../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../../kit/useSave.ts';

const OK = 200;
/** The bid that would win of the answer as it stands; null where none would. */
function winnerOf(request: unknown, body: unknown, profile: 'generic' | 'dooh'): string | null {
  const requestObject = objectOf(request);
  const policy = testPolicy(requestObject, profile);
  const { bids } = judgeBids(requestObject, { status: OK, latency_ms: 0, bytes: 0, body }, policy);
  const contenders = bids.map(bid => ({ partner_id: '', latency_ms: 0, bid }));
  return (
    rankBids(requestObject, contenders, policy).find(({ outcome }) => outcome === 'won')?.bid.bid_id ?? null
  );
}

interface SaveCaseProps {
  request: unknown;
  response: { status: number; body: unknown } | null;
  profile: 'generic' | 'dooh';
  /** What holds now is what the case expects from here on. */
  isValid: boolean;
  close: () => void;
}

export function SaveCase({ request, response, profile, isValid, close }: SaveCaseProps) {
  const winner = response === null ? null : winnerOf(request, response.body, profile);
  const { t } = useTranslation('openrtb');
  const errorText = useErrorText();
  const save = useSave();
  const toast = useToast();
  const nameDraft = useTextDraft('openrtb/caseName');
  const tagsDraft = useTextDraft('openrtb/caseTags');
  const name = nameDraft.text;
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const leave = () => {
    nameDraft.drop();
    tagsDraft.drop();
    close();
  };
  async function keep() {
    setBusy(true);
    setFailure(null);
    const body = {
      ...{ name, profile, request, response },
      expect: { ...NOTHING_EXPECTED, valid: isValid, winner },
      tags: tagsDraft.text.split(',').flatMap(tag => (tag.trim() === '' ? [] : [tag.trim()])),
    };
    try {
      await save(client => client.call(testCases.create, { body }));
      toast({ tone: 'ok', title: t('save.done', { name }) });
      leave();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }
  const expected = winner === null ? 'save.expects' : 'save.expectsWinner';
  return (
    <Dialog title={t('save.title')} close={close}>
      <form
        className="flex flex-col gap-5 pt-2"
        onSubmit={event => {
          event.preventDefault();
          void keep();
        }}
      >
        <Field label={t('save.name')}>
          {aria => (
            <input
              {...aria}
              className="control"
              value={name}
              maxLength={120}
              required
              onChange={event => nameDraft.set(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('save.tags')} hint={t('save.tagsHint')}>
          {aria => (
            <input
              {...aria}
              className="control"
              value={tagsDraft.text}
              maxLength={300}
              onChange={event => tagsDraft.set(event.target.value)}
            />
          )}
        </Field>
        <p className="text-ink-2">
          {t(expected, { verdict: t(isValid ? 'findings.valid' : 'findings.invalid'), winner: winner ?? '' })}
        </p>
        {failure !== null && (
          <Notice tone="danger" alert>
            {errorText(failure)}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={leave}>
            {t('save.cancel')}
          </Button>
          <Button type="submit" busy={isBusy}>
            {t('save.keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
