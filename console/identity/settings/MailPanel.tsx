/** The platform's mail server and a message that tries it; for the staff who run the system. */
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { integrations, sendTestMail } from '../../../shared/contract/identity/integrations.ts';
import { ApiError } from '../../../shared/net/apiError.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { Section } from '../../kit/resource/defineSettings.ts';
import { section } from '../../kit/resource/defineSettings.ts';
import { EditForm } from '../../kit/screens/form/EditForm.tsx';
import { useErrorText } from '../../kit/text/errorText.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useCanAccess, useSave } from '../../kit/useSave.ts';
import { SMTP_SECURITY } from '../../../shared/contract/identity/mail.ts';

const SKELETON_ROWS = 3;
const MAIL: Section = section({
  name: 'mail',
  ...integrations,
  fields: [
    { name: 'smtp_host', input: { as: 'text', nullable: true }, hint: true },
    { name: 'smtp_port', input: { as: 'number' } },
    { name: 'smtp_security', input: { as: 'select', options: SMTP_SECURITY } },
    { name: 'smtp_user', input: { as: 'text', nullable: true } },
    { name: 'smtp_password', input: { as: 'text', nullable: true }, hint: true },
    { name: 'smtp_from', input: { as: 'text', type: 'email', nullable: true }, hint: true },
  ],
});

export function MailPanel() {
  const text = useText('settings');
  const canAccess = useCanAccess();
  if (!canAccess('system', 'W')) return <Notice tone="info">{text('mail.staffOnly')}</Notice>;
  return <MailServer />;
}

function MailServer() {
  const { client } = useAuth();
  const answer = useQuery(read(client, integrations.read, {}));
  if (answer.isPending) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  /** The password is never read back: an empty field leaves it as it is. */
  const row = { ...answer.data, smtp_password: null, id: MAIL.name };
  return (
    <>
      <EditForm
        resource={{ name: 'settings', area: 'system', form: MAIL.form, endpoints: { patch: MAIL.patch } }}
        row={row}
      />
      <TestMessage />
    </>
  );
}

function TestMessage() {
  const text = useText('settings');
  const errorText = useErrorText();
  const save = useSave();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const reasonOf = (error: unknown) => {
    const code = error instanceof ApiError ? error.details['code'] : undefined;
    return typeof code === 'string' ? text('mail.code', { code }) : errorText(error);
  };
  async function send(mail: string) {
    setBusy(true);
    setFailure(null);
    try {
      await save(client => client.call(sendTestMail, { body: { mail } }));
      toast({ tone: 'ok', title: text('mail.sent') });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { mail } = Object.fromEntries(new FormData(event.currentTarget));
    if (!busy && typeof mail === 'string') void send(mail);
  }
  return (
    <form onSubmit={submit} className="mt-9 flex max-w-[640px] flex-col gap-4 border-t border-line pt-5">
      <h3 className="text-16">{text('mail.title')}</h3>
      {failure !== null && (
        <Notice tone="danger" title={text('mail.failed')} alert>
          {reasonOf(failure)}
        </Notice>
      )}
      <Field label={text('mail.to')}>
        {aria => <input {...aria} name="mail" type="email" required className="control" />}
      </Field>
      <Button type="submit" variant="outline" busy={busy} className="self-start">
        {text('mail.send')}
      </Button>
    </form>
  );
}
