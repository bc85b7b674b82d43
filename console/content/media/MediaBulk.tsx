import {
  changeMedia,
  MAX_NAMED_MEDIA,
  MEDIA_REFUSALS,
  mediaChange,
  type MediaChange,
} from '../../../shared/contract/content/library/mediaLibrary.ts';
import type { BulkProps } from '../../kit/resource/defineResource.ts';
import type { Input } from '../../kit/resource/form.ts';
import { BulkChange, type BulkKind } from '../../kit/screens/bulk/BulkChange.tsx';
import { useSave } from '../../kit/useSave.ts';

type Kind = keyof MediaChange;
const typed = (kind: Kind, input: Input, initial: unknown): BulkKind<Kind> => ({
  kind,
  form: { schema: mediaChange, fields: [{ name: kind, input, hint: kind === 'folder' }] },
  initial: { [kind]: initial },
});
const KINDS: readonly BulkKind<Kind>[] = [
  typed('folder', { as: 'text' }, ''),
  typed('add_tags', { as: 'tags' }, []),
  typed('remove_tags', { as: 'tags' }, []),
  typed('licence_until', { as: 'date', nullable: true }, null),
  {
    ...{ kind: 'delete', isDangerous: true },
    ...{ form: { schema: mediaChange, fields: [] }, initial: { delete: true } },
  },
];

export function MediaBulk(props: BulkProps) {
  const save = useSave();
  const { filter, ids } = props.selection;
  return (
    <BulkChange
      {...props}
      resource="media"
      kinds={KINDS}
      most={MAX_NAMED_MEDIA}
      errors={MEDIA_REFUSALS}
      send={(_, change: MediaChange) => {
        const files = filter ? { filter } : { media_ids: [...ids] };
        return save(client => client.call(changeMedia, { body: { ...files, change } }));
      }}
    />
  );
}
