/** On the page of a creative that was approved and breaks a rule now: which one, and off all screens in one press. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import { validations } from '../../../shared/contract/content/validation.ts';
import { allows } from '../../../shared/contract/wire/access.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth, useSignedIn } from '../../app/session/auth.tsx';
import { useErrorText } from '../../kit/text/errorText.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { isQueued } from '../../../shared/net/client.ts';
import { useWrite } from '../../kit/useWrite.ts';

const MAX_RULES = 20;

export function FailsCheck({ row: { id: creative_id, name, asset } }: { row: Creative }) {
  const text = useText('validations');
  const errorText = useErrorText();
  const { client } = useAuth();
  const { user } = useSignedIn();
  const write = useWrite();
  const toast = useToast();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const query = { creative_id, asset_id: asset.id, status: 'fail', limit: MAX_RULES } as object;
  const { data } = useQuery({
    ...read(client, validations.list, { query }),
    enabled: allows(user.role, 'submissions', 'R'),
  });
  const [first] = data?.items ?? [];
  const rules = (data?.items ?? []).map(({ rule }) => text(`values.${rule}`)).join(', ');

  async function quarantine(id: string) {
    setSaving(true);
    setFailure(null);
    const body = { reason: text('failing.reason', { rules }) };
    const { quarantine: call } = validations.actionEndpoints;
    await write(
      call,
      { params: { id }, body },
      { type: 'validations.quarantine', description: `${text('actions.quarantine')}: ${name}` },
    )
      .then(answer => {
        if (!isQueued(answer)) toast({ tone: 'ok', title: text('done.quarantine', { name }) });
      }, setFailure)
      .finally(() => setSaving(false));
  }
  return (
    <div className="mb-4">
      <Notice tone="danger" title={text('failing.title')}>
        <p>{text('failing.text', { rules })}</p>
        {first && allows(user.role, 'submissions', 'A') && (
          <p className="mt-2">
            <Button variant="outline" disabled={isSaving} onClick={() => void quarantine(first.id)}>
              {text('actions.quarantine')}
            </Button>
          </p>
        )}
        {failure !== null && <p role="alert">{errorText(failure)}</p>}
      </Notice>
    </div>
  );
}
