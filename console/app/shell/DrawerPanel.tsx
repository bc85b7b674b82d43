import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusOrigin, restoreFocus } from '../../kit/ui/overlays/focusOrigin.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useSaveLanguage } from './useSaveLanguage.ts';

export default function DrawerPanel({ close }: { close: () => void }) {
  const { t } = useTranslation('navigation');
  const saveLanguage = useSaveLanguage();
  const [focusBefore] = useState(focusOrigin);
  return (
    <Dialog.Root open onOpenChange={open => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-black/50 lg:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={restoreFocus(focusBefore)}
          className="night fixed inset-y-0 left-0 z-30 w-[min(300px,86vw)] overflow-y-auto bg-bg text-ink shadow-float lg:hidden"
        >
          <Dialog.Title className="sr-only">{t('menu')}</Dialog.Title>
          <Sidebar onNavigate={close} />
          <div className="border-t border-line px-3 py-2 sm:hidden">
            <LanguageSwitch onChosen={saveLanguage} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
