import * as z from 'zod/mini';
import { devices } from '../../../shared/contract/fleet/device.ts';
import { MAX_NAMED_DEVICES } from '../../../shared/contract/fleet/deviceChanges.ts';
import type { DeviceGroup } from '../../../shared/contract/fleet/deviceGroup.ts';
import { id } from '../../../shared/contract/wire/wire.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';

const max = MAX_NAMED_DEVICES;
const FORM = {
  schema: z.object({ screens: z.array(id).check(z.minLength(1, 'Required'), z.maxLength(max)) }),
  fields: [{ name: 'screens', input: { as: 'relations', of: devices, max } as const }],
};

interface AddScreensDialogProps {
  group: DeviceGroup;
  add: (ids: string[]) => Promise<unknown>;
  close: () => void;
}
export function AddScreensDialog({ group, add, close }: AddScreensDialogProps) {
  const text = useText('deviceGroups');
  return (
    <Dialog title={text('members.addTo', { name: group.name })} close={close}>
      <FormPanel
        resource="deviceGroups"
        draft={`deviceGroups/${group.id}/screens`}
        form={FORM}
        initial={{ screens: [] }}
        submitLabel={text('members.add')}
        submit={async ({ screens }) => {
          await add(screens as string[]);
          close();
        }}
        cancel={close}
      />
    </Dialog>
  );
}
