/** Says in plain words what a browser says in a word for engineers: that passkeys of this server belong to another address. */
import { createRoot } from 'react-dom/client';
import { getI18n, useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Confirm } from '../../kit/ui/overlays/Dialog.tsx';

interface ElsewhereProps {
  site: string;
  close: () => void;
}
function Elsewhere({ site, close }: ElsewhereProps) {
  const { t } = useTranslation(['passkeys', 'common']);
  return (
    <Confirm
      title={t('elsewhere.title')}
      text={t('elsewhere.text', { site, host: location.hostname })}
      close={close}
      action={<Button onClick={close}>{t('common:close')}</Button>}
    />
  );
}

/**
 * Resolves once it was read. Drawn beside whatever page or dialog wanted a passkey: each of them treats the rest as a
 * question that was closed.
 */
export async function explainElsewhere(site: string): Promise<void> {
  await getI18n().loadNamespaces(['passkeys']);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await new Promise<void>(close => root.render(<Elsewhere site={site} close={close} />));
  root.unmount();
  place.remove();
}
