/** The contact page: what is written here becomes a ticket of the support desk. */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { systemClock } from '../../shared/clock.ts';
import { contact, TICKET_CATEGORIES } from '../../shared/contract/trust/ticket.ts';
import { fieldTexts } from '../../shared/contract/wire/messages.ts';
import { uuid7 } from '../../shared/random.ts';
import { DOCUMENT_LINKS } from '../app/pages/legalLinks.tsx';
import { FailureNote } from '../app/pages/FailureNote.tsx';
import { useAuth } from '../app/session/auth.tsx';
import { useAccountText } from '../kit/text/accountText.ts';
import { useErrorText } from '../kit/text/errorText.ts';
import { Button } from '../kit/ui/controls/Button.tsx';
import { Field } from '../kit/ui/controls/Field.tsx';
import { Notice } from '../kit/ui/display/Notice.tsx';
import { PageTitle } from '../kit/ui/display/PageTitle.tsx';
import { useLocale } from '../kit/text/useFormat.ts';
import { hasWaiting, sendMessage } from './contactMessage.ts';
import { PublicFrame } from './PublicFrame.tsx';

type FieldName = 'name' | 'email' | 'topic' | 'message' | 'consent';
type Problems = Partial<Record<FieldName, string>>;
type Outcome = { at: 'sent'; email: string } | { at: 'waiting' };
const loadOutbox = () => import('../app/offline/outbox.ts');
const canKeep = 'indexedDB' in globalThis;

export default function Contact() {
  const { t } = useTranslation('contact');
  const { client } = useAuth();
  const fieldText = useAccountText();
  const errorText = useErrorText();
  const locale = useLocale();
  const running = useRef(false);
  /** One id for what is typed, so that a second attempt makes no second ticket. */
  const id = useRef(uuid7(systemClock.now()));
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (!canKeep) return;
    void loadOutbox()
      .then(async ({ outbox }) => (await hasWaiting(outbox)) && setOutcome({ at: 'waiting' }))
      .catch((error: unknown) => console.warn('the outbox could not be read', error));
  }, []);

  async function send(body: z.output<typeof contact.body & object>) {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      const { outbox, sendOutboxWhenOnline } = await loadOutbox();
      const at = await sendMessage(client, outbox, body);
      sendOutboxWhenOnline();
      setOutcome(at === 'sent' ? { at, email: body.email } : { at });
    } catch (error) {
      setFailure(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = Object.fromEntries(new FormData(form));
    const parsed = z.safeParse(contact.body!, {
      ...{ ...typed, id: id.current, consent: typed['consent'] === 'on' },
      locale: locale.startsWith('zh') ? 'zh' : 'en',
    });
    if (parsed.success) {
      setProblems({});
      return void send(parsed.data);
    }
    const texts = fieldTexts(parsed.error);
    const found: Problems = {};
    for (const name of ['name', 'email', 'message'] as const)
      if (texts[name]) found[name] = fieldText(texts[name][0] ?? '');
    if (texts['topic']) found.topic = t('choosePlease');
    if (texts['consent']) found.consent = t('consentMissing');
    setProblems(found);
    const [first] = Object.keys(found);
    form.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  }
  const again = () => {
    id.current = uuid7(systemClock.now());
    setOutcome(null);
  };

  const plain = (name: 'name' | 'email', type: 'text' | 'email', autoComplete: string) => (
    <Field label={t(`fields.${name}`)} error={problems[name]}>
      {aria => <input {...aria} name={name} type={type} autoComplete={autoComplete} className="control" />}
    </Field>
  );
  return (
    <PublicFrame>
      <div className="max-w-[640px]">
        <PageTitle>{t('title')}</PageTitle>
        <p className="mt-2 mb-7 text-16 text-ink-2">{t('text')}</p>
        {outcome !== null ? (
          <div className="flex flex-col items-start gap-5">
            {outcome.at === 'sent' ? (
              <Notice tone="ok" title={t('sent.title')} alert>
                <p>{t('sent.text', { email: outcome.email })}</p>
              </Notice>
            ) : (
              <Notice tone="warn" title={t('waiting.title')} alert>
                <p>{t('waiting.text')}</p>
              </Notice>
            )}
            <Button variant="outline" onClick={again}>
              {t('another')}
            </Button>
          </div>
        ) : (
          <form noValidate onSubmit={submit} className="flex flex-col gap-5">
            {failure !== null && (
              <Notice tone="danger" title={t('failed')} alert>
                <p>{errorText(failure)}</p>
                <FailureNote error={failure} explainedCodes={[]} />
              </Notice>
            )}
            {plain('name', 'text', 'name')}
            {plain('email', 'email', 'email')}
            <Field label={t('fields.topic')} error={problems.topic}>
              {aria => (
                <select {...aria} name="topic" defaultValue="" className="control">
                  <option value="">{t('choose')}</option>
                  {TICKET_CATEGORIES.map(topic => (
                    <option key={topic} value={topic}>
                      {t(`topics.${topic}`)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label={t('fields.message')} error={problems.message}>
              {aria => <textarea {...aria} name="message" rows={6} className="control py-3" />}
            </Field>
            <Consent problem={problems.consent} />
            <Button type="submit" large busy={busy}>
              {t('submit')}
            </Button>
          </form>
        )}
      </div>
    </PublicFrame>
  );
}

function Consent({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation('contact');
  return (
    <div>
      <label className="flex min-h-12 items-start gap-3 py-2">
        <input
          type="checkbox"
          name="consent"
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={problem === undefined ? undefined : 'consent-problem'}
          className="mt-1 size-5 shrink-0 accent-primary"
        />
        <span>
          <Trans
            t={t}
            i18nKey="consent"
            components={DOCUMENT_LINKS}
          />
        </span>
      </label>
      {problem !== undefined && (
        <p id="consent-problem" className="text-13 font-semibold text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
