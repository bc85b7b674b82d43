import { partnerCredentials, type Partner } from '../../../shared/contract/programmatic/partner.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import { CREDENTIAL_FIELDS } from './form.ts';

/** A secret waits in no queue: it goes to the server at once or not at all. */
export default function CredentialsDialog({ row, close }: DialogProps<Partner>) {
  const text = useText('programmaticPartners');
  const save = useSave();
  const toast = useToast();
  const { id, name, auth, version } = row;
  return (
    <Dialog title={text('ask.credentials.title', { name })} text={text('ask.credentials.text')} close={close}>
      <FormPanel
        resource="programmaticPartners"
        form={{ schema: partnerCredentials.body!, fields: CREDENTIAL_FIELDS }}
        initial={{ type: auth.type, name: auth.name, secret: null }}
        submitLabel={text('actions.credentials')}
        submit={async values => {
          const entered = values as Body<typeof partnerCredentials>;
          const body = entered.type === 'none' ? { ...entered, name: null, secret: null } : entered;
          await save(client => client.call(partnerCredentials, { params: { id }, body, version }));
          toast({ tone: 'ok', title: text('done.credentials', { name }) });
          return close;
        }}
        cancel={close}
      />
    </Dialog>
  );
}
