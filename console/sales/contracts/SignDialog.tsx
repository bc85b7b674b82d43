/** Signing: the text read to its end, a name typed or drawn, the intent, and what is signed (OPEN-BIZ-02). */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { systemClock } from '../../../shared/clock.ts';
import {
  contracts,
  ownContracts,
  type Contract,
  type ContractDetail,
} from '../../../shared/contract/sales/contract.ts';
import { read } from '../../../shared/net/queries.ts';
import { randomUuid } from '../../../shared/random.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { useErrorText } from '../../kit/text/errorText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Segmented } from '../../kit/ui/controls/Segmented.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, RequestId, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import { Blocks } from './ContractText.tsx';
import { sendSignature } from './sendSignature.ts';
import { SignaturePad } from './SignaturePad.tsx';
import { contractLabel } from './states.ts';
import { useKeptSignature } from './useKeptSignature.ts';
import { loadOutbox } from '../../app/offline/useUnsentEntries.ts';

type Sign = z.infer<NonNullable<typeof ownContracts.actionEndpoints.sign.body>>;
type Method = Sign['method'];
/** px left below the window at which the end counts as read. */
const END_PX = 8;
const SKELETON_ROWS = 6;
const ACTS = {
  sign: { read: ownContracts.read, call: ownContracts.actionEndpoints.sign },
  countersign: { read: contracts.read, call: contracts.actionEndpoints.countersign },
} as const;
type Verb = keyof typeof ACTS;

const dialogOf = (verb: Verb) =>
  function Signing({ row, close }: DialogProps<Contract>) {
    const { t } = useTranslation('contractText');
    const { client } = useAuth();
    const { kept } = useKeptSignature(row.id);
    const answer = useQuery(read(client, ACTS[verb].read, { params: { id: row.id } }));
    if (kept)
      return (
        <Dialog title={t('kept.title')} text={t('kept.text')} close={close}>
          <div className="flex justify-end">
            <Button onClick={close}>{t('kept.close')}</Button>
          </div>
        </Dialog>
      );
    return (
      <Dialog title={t(`sign.title.${verb}`, { name: contractLabel(row) })} close={close} wide>
        {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
        {answer.isLoadingError && (
          <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />
        )}
        {answer.data && <SignForm verb={verb} contract={answer.data} close={close} />}
      </Dialog>
    );
  };
export const SignDialog = dialogOf('sign');
export const CountersignDialog = dialogOf('countersign');

interface SignFormProps {
  verb: Verb;
  contract: ContractDetail;
  close: () => void;
}
function SignForm({ verb, contract, close }: SignFormProps) {
  const { t } = useTranslation(['contractText', 'common']);
  const errorText = useErrorText();
  const session = useAuth();
  const save = useSave();
  /** One for each signature, so that a second attempt makes no second one. */
  const key = useRef(randomUuid());
  const toast = useToast();
  const [isRead, setRead] = useState(false);
  const [method, setMethod] = useState<Method>('typed');
  const [image, setImage] = useState<string | null>(null);
  const [problems, setProblems] = useState<Partial<Record<'read' | 'name' | 'image' | 'intent', string>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  const noteEnd = (box: HTMLElement) => {
    if (box.scrollTop + box.clientHeight >= box.scrollHeight - END_PX) setRead(true);
  };
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const typed = values.get('name');
    const name = typeof typed === 'string' ? typed.trim() : '';
    const found = {
      ...(!isRead && { read: t('sign.readFirst') }),
      ...(name === '' && { name: t('common:field.required') }),
      ...(method === 'drawn' && image === null && { image: t('sign.drawFirst') }),
      ...(values.get('intent') === null && { intent: t('sign.agreeFirst') }),
    };
    setProblems(found);
    if (busy || Object.keys(found).length > 0) return;
    setBusy(true);
    setFailure(null);
    const label = contractLabel(contract);
    const body = { body_sha256: contract.body_sha256 ?? '', name, method, image };
    const signing = { endpoint: ACTS[verb].call, id: contract.id, key: key.current, label, body };
    try {
      const outbox = (await loadOutbox()).userOutbox(session);
      const at = await save(client => sendSignature({ ...client, clock: systemClock }, outbox, signing));
      if (at === 'sent') toast({ tone: 'ok', title: t('sign.done', { name: label }) });
      else toast({ tone: 'warn', title: t('kept.title') });
      close();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-5">
      <p className="text-ink-2">{t('sign.text')}</p>
      <div
        ref={box => void (box && noteEnd(box))}
        tabIndex={0}
        role="region"
        aria-label={t('sign.body')}
        className="max-h-[38vh] overflow-y-auto border border-line p-4"
        onScroll={(event: UIEvent<HTMLElement>) => noteEnd(event.currentTarget)}
      >
        <Blocks body={contract.body} language={contract.language} />
      </div>
      {problems.read && <p className="text-13 font-semibold text-danger">{problems.read}</p>}
      <Segmented
        label={t('sign.method')}
        value={method}
        options={(['typed', 'drawn'] as const).map(value => ({ value, label: t(`sign.methods.${value}`) }))}
        onChange={setMethod}
      />
      <Field label={t('sign.name')} error={problems.name}>
        {aria => <input {...aria} name="name" className="control" autoComplete="name" maxLength={120} />}
      </Field>
      {method === 'drawn' && (
        <Field label={t('sign.drawing')} error={problems.image}>
          {() => <SignaturePad change={setImage} />}
        </Field>
      )}
      <Field label={t('sign.summary')} error={problems.intent}>
        {aria => (
          <label className="flex min-h-12 items-start gap-3">
            <input {...aria} type="checkbox" name="intent" className="mt-1 size-5" />
            <span>{t('sign.intent', { name: contractLabel(contract) })}</span>
          </label>
        )}
      </Field>
      <p className="text-13 text-ink-2">
        {t('hash')} <span className="font-mono break-all">{contract.body_sha256}</span>
      </p>
      {failure !== null && (
        <Notice tone="danger" title={t('sign.failed')} alert>
          <p>{errorText(failure)}</p>
          <RequestId error={failure} />
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={close}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {t('sign.submit')}
        </Button>
      </div>
    </form>
  );
}
