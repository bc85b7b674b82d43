import { killSwitch } from '../../../shared/contract/programmatic/partner.ts';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';

/** Of one partner it is the action `suspend` of its row. */
const SCOPES = ['tenant', 'all'] as const;

export default function KillSwitchDialog({ close }: { close: () => void }) {
  const text = useText('programmaticPartners');
  const format = useFormat();
  const save = useSave();
  const toast = useToast();
  const { role } = useCurrentUser();
  return (
    <Dialog title={text('kill.title')} text={text('kill.text')} close={close}>
      <FormPanel
        resource="programmaticPartners"
        form={{
          schema: killSwitch.body!,
          fields: [
            {
              name: 'scope',
              input: { as: 'select', options: isStaff(role) ? SCOPES : SCOPES.slice(0, 1) },
            },
          ],
        }}
        initial={{ scope: 'tenant', partner_id: null }}
        isNew
        submitLabel={text('kill.action')}
        submit={async values => {
          const body = values as Body<typeof killSwitch>;
          const { suspended } = await save(client => client.call(killSwitch, { body }));
          const shown = format.number(suspended);
          toast({ tone: 'ok', title: text('kill.done', { count: suspended, shown }) });
          return close;
        }}
        cancel={close}
      />
    </Dialog>
  );
}
