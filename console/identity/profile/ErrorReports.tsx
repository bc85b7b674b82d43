import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Consent } from '../../../shared/consent/consent.ts';
import { TEXT_VERSION } from '../../../shared/consent/record.ts';
import { giveConsent } from '../../../shared/contract/trust/consent.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useConsent } from '../../app/consent/useConsent.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';

/** The answer of this browser, to be changed at any time. */
export function ErrorReports() {
  const { t } = useTranslation('consent');
  const consent = useConsent();
  return (
    <section aria-label={t('title')}>
      <h2 className="mb-4 text-20">{t('title')}</h2>
      {consent && <ConsentSwitch consent={consent} />}
    </section>
  );
}

function ConsentSwitch({ consent }: { consent: Consent }) {
  const { t } = useTranslation('consent');
  const isOn = useStore(consent.store, () => consent.allows('errors'));
  const { client } = useAuth();
  const [busy, setBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  async function change(errors: boolean) {
    setBusy(true);
    setHasFailed(false);
    try {
      await consent.decide({ errors });
      /** The browser's own answer counts, and does not wait: the note of it may be missing where nobody is online. */
      void client
        .call(giveConsent, {
          body: { purpose: 'errors', given: errors, text_version: String(TEXT_VERSION) },
        })
        .catch((error: unknown) => console.warn('consent is not noted', error));
    } catch (error) {
      console.warn('consent is not kept', error);
      setHasFailed(true);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <label className="flex min-h-12 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          role="switch"
          className="size-6 shrink-0 accent-primary"
          checked={isOn}
          aria-busy={busy}
          onChange={event => void change(event.target.checked)}
        />
        <span>
          <span className="block font-semibold">{t('ask')}</span>
          <span className="block text-13 text-ink-2">{t('note')}</span>
        </span>
      </label>
      {hasFailed && (
        <Notice tone="danger" alert>
          {t('lost')}
        </Notice>
      )}
    </>
  );
}
