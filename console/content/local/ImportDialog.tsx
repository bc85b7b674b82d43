import { IMPORT_COLUMNS, importItems } from '../../../shared/contract/imports/contentImport.ts';
import type { ContentKind } from '../../../shared/contract/content/contentKinds.ts';
import CsvImport from '../../kit/screens/import/CsvImport.tsx';

export interface ImportDialogProps {
  /** Of lines that name none: that of the page. */
  kind: ContentKind | undefined;
  close: () => void;
}

export const ImportDialog = ({ kind, close }: ImportDialogProps) => (
  <CsvImport
    ns="localContent"
    columns={IMPORT_COLUMNS}
    send={(client, { body, key }) =>
      client.call(importItems, { body: { ...body, ...(kind && { kind }) }, key })
    }
    close={close}
  />
);
