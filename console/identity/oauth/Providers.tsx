/** Buttons of the providers that are set up: a button that leads nowhere helps nobody. */
import { Trans, useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { DOCUMENT_LINKS } from '../../app/pages/legalLinks.tsx';
import { configuredProviders, redirectToProvider } from './providers.ts';

export function Providers() {
  const { t } = useTranslation('entrance');
  const providers = configuredProviders();
  if (providers.length === 0) return null;
  return (
    <>
      {providers.map(provider => (
        <Button key={provider} large variant="outline" onClick={() => redirectToProvider(provider)}>
          {t(`with.${provider}`)}
        </Button>
      ))}
      <p className="text-13 text-ink-2">
        <Trans t={t} i18nKey="with.consent" components={DOCUMENT_LINKS} />
      </p>
    </>
  );
}
