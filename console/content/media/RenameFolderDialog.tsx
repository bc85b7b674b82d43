import { renameFolder } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';

interface RenameFolderProps {
  folder: string;
  /** `to`: where its files are now. */
  close: (to?: string) => void;
}
export function RenameFolderDialog({ folder, close }: RenameFolderProps) {
  const text = useText('media');
  const format = useFormat();
  const toast = useToast();
  const save = useSave();
  return (
    <Dialog
      title={text('folders.renameTitle', { name: folder })}
      text={text('folders.renameText')}
      close={() => close()}
    >
      <FormPanel
        resource="media"
        draft={`media/rename ${folder}`}
        form={{ schema: renameFolder.body!, fields: [{ name: 'to', input: { as: 'text' }, hint: true }] }}
        initial={{ from: folder, to: folder }}
        submitLabel={text('folders.rename')}
        submit={async values => {
          const to = String(values['to']);
          const { changed } = await save(client => client.call(renameFolder, { body: { from: folder, to } }));
          toast({ tone: 'ok', title: text('bulk.done', { count: changed, shown: format.number(changed) }) });
          return () => close(to);
        }}
        cancel={() => close()}
      />
    </Dialog>
  );
}
