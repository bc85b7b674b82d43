import { useLocation } from 'wouter';
import type { Resource, Row } from '../../resource/defineResource.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { PageTitle } from '../../ui/display/PageTitle.tsx';
import { useText } from '../../text/useText.ts';
import { FormPanel } from './FormPanel.tsx';
import { useCreate } from './useCreate.ts';

const draftOf = <R extends Row>({ name, preset }: Resource<R>) =>
  [name, preset?.name, 'new'].filter(Boolean).join('/');

/** A new row from its form. */
export default function CreateScreen<R extends Row>({ resource }: { resource: Resource<R> }) {
  const text = useText(resource.name);
  const [, navigate] = useLocation();
  const { form, initial, submit, base } = useCreate(resource);
  return (
    <>
      <PageTitle className="mb-6">{text('new')}</PageTitle>
      <FormPanel
        resource={resource.name}
        form={form}
        initial={initial}
        submitLabel={text('actions.create')}
        draft={draftOf(resource)}
        submit={submit}
        cancel={() => navigate(base)}
      />
    </>
  );
}

interface CreateDialogProps<R extends Row> {
  resource: Resource<R>;
  close: () => void;
}

/** Create form in a dialog, for resources that open in a sheet. */
export function CreateDialog<R extends Row>({ resource, close }: CreateDialogProps<R>) {
  const text = useText(resource.name);
  const { form, initial, submit } = useCreate(resource);
  return (
    <Dialog title={text('new')} close={close}>
      <FormPanel
        resource={resource.name}
        form={form}
        initial={initial}
        submitLabel={text('actions.create')}
        draft={draftOf(resource)}
        submit={submit}
        cancel={close}
      />
    </Dialog>
  );
}
