import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';
import * as z from 'zod/mini';
import {
  devices,
  pairDevice,
  replacementCandidates,
  type ReplacementCandidate,
} from '../../../shared/contract/fleet/device.ts';
import { fieldTexts } from '../../../shared/contract/wire/messages.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useErrorText } from '../../kit/text/errorText.ts';
import { useFieldText } from '../../kit/text/fieldText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { RequestId } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useRefetchOnConflict, useSave } from '../../kit/useSave.ts';
import { SameScreens } from './SameScreens.tsx';

const PICK_LIMIT = 100;
type Body = z.infer<NonNullable<typeof pairDevice.body>>;

/** Its own name stays. */
const replacementBody = (
  { code }: Pick<Body, 'code'>,
  { id, version }: Pick<ReplacementCandidate, 'id' | 'version'>,
): Body => ({ code, replaces: id, replaces_version: version });

interface PairDialogProps {
  close: () => void;
  /** In place of its sheet. */
  onPaired?: () => void;
}
/** `?pair=` opens it; a code in the address, as the screen's QR code carries it, is filled in. */
export function PairDialog({ close, onPaired }: PairDialogProps) {
  const { t } = useTranslation(['devices', 'common']);
  const { client } = useAuth();
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const save = useSave();
  const refetchOnConflict = useRefetchOnConflict();
  const toast = useToast();
  const errorText = useErrorText();
  const fieldText = useFieldText();
  const [problems, setProblems] = useState<Record<string, string[]>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [replaces, setReplaces] = useState('');
  const [busy, setBusy] = useState(false);
  /** Asked and not answered yet. */
  const [candidates, setCandidates] = useState<{ body: Body; found: readonly ReplacementCandidate[] } | null>(
    null,
  );
  const screens = useQuery(read(client, devices.list, { query: { sort: 'name', limit: PICK_LIMIT } }));
  const codeParam = params.get('pair') ?? '';
  const error = (field: string) => problems[field]?.[0] && fieldText(problems[field][0]);

  async function attempt(act: () => Promise<void>) {
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (caught) {
      const texts = caught instanceof ApiError ? caught.fieldTexts : {};
      setProblems(texts);
      if (Object.keys(texts).length === 0) setFailure(caught);
      setCandidates(null);
    } finally {
      setBusy(false);
    }
  }
  const pair = (body: Body) =>
    attempt(async () => {
      const device = await refetchOnConflict(
        pairDevice,
        save(c => c.call(pairDevice, { body })),
      );
      toast({ tone: 'ok', title: t('pair.done', { name: device.name }) });
      if (onPaired) onPaired();
      else navigate(`/admin/devices?id=${device.id}`, { replace: true });
    });
  const checkAndPair = (body: Body) =>
    attempt(async () => {
      const { items } = await client.call(replacementCandidates, { query: { code: body.code } });
      if (items.length === 0) await pair(body);
      else setCandidates({ body, found: items });
    });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].filter(([, value]) => value !== ''),
    );
    const parsed = z.safeParse(pairDevice.body!, { code: '', ...values });
    setProblems(parsed.success ? {} : fieldTexts(parsed.error));
    if (!parsed.success) return;
    const chosen = screens.data?.items.find(({ id }) => id === parsed.data.replaces);
    void (chosen ? pair(replacementBody(parsed.data, chosen)) : checkAndPair(parsed.data));
  }

  return (
    <Dialog title={t('pair.title')} text={t('pair.text')} close={close}>
      {candidates && (
        <SameScreens
          found={candidates.found}
          busy={busy}
          choose={replaces =>
            void pair(replaces === null ? candidates.body : replacementBody(candidates.body, replaces))
          }
        />
      )}
      <form noValidate onSubmit={submit} className={candidates ? 'hidden' : 'flex flex-col gap-5 pt-2'}>
        {failure !== null && (
          <Notice tone="danger" title={t('pair.failed')} alert>
            <p>
              {failure instanceof ApiError && failure.code === 'NOT_FOUND'
                ? t('pair.unknownCode')
                : errorText(failure)}
            </p>
            <RequestId error={failure} />
          </Notice>
        )}
        <Field label={t('pair.code')} hint={t('pair.codeHint')} error={error('code') || undefined}>
          {aria => (
            <input
              {...aria}
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={12}
              autoFocus
              defaultValue={codeParam === '1' ? '' : codeParam}
              placeholder="ABC-DEF"
              className="control font-mono text-28 tracking-[0.12em] uppercase"
            />
          )}
        </Field>
        <Field label={t('pair.replaces')} hint={t('pair.replacesHint')}>
          {aria => (
            <select
              {...aria}
              name="replaces"
              className="control"
              value={replaces}
              onChange={e => setReplaces(e.target.value)}
            >
              <option value="">{t('pair.newScreen')}</option>
              {screens.data?.items.map(device => (
                <option key={device.id} value={device.id}>
                  {device.name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {replaces === '' && (
          <Field label={t('pair.name')} hint={t('pair.nameHint')} error={error('name') || undefined}>
            {aria => <input {...aria} name="name" autoComplete="off" maxLength={120} className="control" />}
          </Field>
        )}
        <Button type="submit" busy={busy}>
          {t('pair.submit')}
        </Button>
      </form>
    </Dialog>
  );
}
