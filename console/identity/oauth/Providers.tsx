/** Buttons of the providers that are set up: a button that leads nowhere helps nobody. */
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { configuredProviders, redirectToProvider } from './providers.ts';

export function Providers() {
  const { t } = useTranslation('entrance');
  return configuredProviders().map(provider => (
    <Button key={provider} large variant="outline" onClick={() => redirectToProvider(provider)}>
      {t(`with.${provider}`)}
    </Button>
  ));
}
