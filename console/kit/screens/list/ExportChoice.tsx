import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FileKind } from '../../export/files.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Menu, MenuItem } from '../../ui/overlays/Menu.tsx';

interface ExportChoiceProps<K extends FileKind> {
  kinds: readonly K[];
  choose: (kind: K) => void;
}
/** The button that asks for the kind of file. */
export function ExportChoice<K extends FileKind>({ kinds, choose }: ExportChoiceProps<K>) {
  const { t } = useTranslation('screens');
  return (
    <Menu
      label={t('export.title')}
      trigger={
        <Button variant="quiet" className="text-primary" icon={<Download size={18} aria-hidden />}>
          {t('export.title')}
        </Button>
      }
    >
      {kinds.map(kind => (
        <MenuItem key={kind} onSelect={() => choose(kind)}>
          {t(`export.${kind}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
