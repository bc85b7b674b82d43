import * as z from 'zod/mini';
import { useTranslation } from 'react-i18next';
import { savedView, type SavedView } from '../../../../shared/contract/identity/savedView.ts';
import { isQueued } from '../../../../shared/net/client.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useToast } from '../../ui/toasts/useToasts.ts';
import { FormPanel } from '../form/FormPanel.tsx';

interface ViewDialogProps {
  view: SavedView | null;
  save: (name: string, shared: boolean) => Promise<unknown>;
  close: () => void;
}
const schema = z.pick(savedView, { name: true, shared: true });

export function ViewDialog({ view, save, close }: ViewDialogProps) {
  const { t } = useTranslation('screens');
  const toast = useToast();
  return (
    <Dialog title={t(view ? 'views.change' : 'views.keep')} text={t('views.text')} close={close}>
      <FormPanel
        resource="screens"
        draft={`views/${view?.id ?? 'new'}`}
        form={{
          schema,
          fields: [
            { name: 'name', input: { as: 'text' } },
            { name: 'shared', input: { as: 'check' } },
          ],
        }}
        initial={{ name: view?.name ?? '', shared: view?.shared ?? false }}
        submitLabel={t('save')}
        submit={async ({ name, shared }) => {
          const answer = await save(String(name), shared === true);
          if (!isQueued(answer)) toast({ tone: 'ok', title: t('views.saved') });
          return close;
        }}
        cancel={close}
      />
    </Dialog>
  );
}
