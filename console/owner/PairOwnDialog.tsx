import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { pairOwnDevice } from '../../shared/contract/fleet/owner.ts';
import type { Body } from '../../shared/contract/wire/endpoint.ts';
import { ApiError } from '../../shared/net/apiError.ts';
import { FormPanel } from '../kit/screens/form/FormPanel.tsx';
import { Dialog } from '../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../kit/ui/toasts/useToasts.ts';
import { useSave } from '../kit/useSave.ts';

/** A code that no screen shows is said where it was typed. */
function atItsField(error: unknown): never {
  if (error instanceof ApiError && error.code === 'NOT_FOUND')
    throw new ApiError('VALIDATION', error.message, { details: error.details });
  throw error;
}

/** For who holds the screen in his hand: its code, and a name if he likes. */
export default function PairOwnDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('devices');
  const save = useSave();
  const toast = useToast();
  const [, navigate] = useLocation();
  return (
    <Dialog title={t('pair.title')} text={t('pair.text')} close={close}>
      <FormPanel
        resource="ownerDevices"
        form={{
          schema: pairOwnDevice.body!,
          fields: [
            { name: 'code', input: { as: 'text' }, hint: true },
            { name: 'name', input: { as: 'text' }, hint: true },
          ],
        }}
        initial={{ code: '' }}
        submitLabel={t('pair.submit')}
        submit={async values => {
          const body = values as Body<typeof pairOwnDevice>;
          const device = await save(client => client.call(pairOwnDevice, { body })).catch(atItsField);
          toast({ tone: 'ok', title: t('pair.done', { name: device.name }) });
          return () => navigate(`/owner/device?id=${device.id}`, { replace: true });
        }}
        cancel={close}
      />
    </Dialog>
  );
}
