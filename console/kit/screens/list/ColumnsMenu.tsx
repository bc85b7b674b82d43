import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../../fields/Value.tsx';
import type { Resource, Row } from '../../resource/define.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Menu, MenuCheck } from '../../ui/overlays/Menu.tsx';
import { useText } from '../../text/useText.ts';
import { shownColumns, toggled } from './columns.ts';

interface ColumnsMenuProps<R extends Row> {
  resource: Resource<R>;
  cols: string;
  change: (cols: string) => void;
}

export function ColumnsMenu<R extends Row>({ resource, cols, change }: ColumnsMenuProps<R>) {
  const { t } = useTranslation('screens');
  const text = useText(resource.name);
  const shown = shownColumns(resource.columns, cols).map(nameOf);
  return (
    <Menu
      label={t('list.columns')}
      trigger={
        <Button look="quiet" icon={<Columns3 size={18} aria-hidden />} className="text-ink-2">
          {t('list.columns')}
        </Button>
      }
    >
      {resource.columns.map(nameOf).map(name => (
        <MenuCheck
          key={name}
          checked={shown.includes(name)}
          onChange={() => change(toggled(resource.columns, cols, name))}
        >
          {text(`fields.${name}`)}
        </MenuCheck>
      ))}
    </Menu>
  );
}
