import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PairDialog } from '../../fleet/devices/PairDialog.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import type { StepContent } from './steps.ts';

/** The screen shows a code at /player, which is entered here. */
export default function DeviceStep({ done }: StepContent) {
  const { t } = useTranslation('onboarding');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ol className="mb-4 list-decimal pl-5">
        {(['open', 'code', 'enter'] as const).map(part => (
          <li key={part}>{t(`steps.device.${part}`, { address: `${location.origin}/player` })}</li>
        ))}
      </ol>
      <Button onClick={() => setIsOpen(true)}>{t('steps.device.act')}</Button>
      {isOpen && (
        <PairDialog
          close={() => setIsOpen(false)}
          onPaired={() => {
            setIsOpen(false);
            done();
          }}
        />
      )}
    </>
  );
}
