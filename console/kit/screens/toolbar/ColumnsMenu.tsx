import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { columnName } from '../../fields/Value.tsx';
import type { Resource, Row } from '../../resource/defineResource.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Menu, MenuCheck } from '../../ui/overlays/Menu.tsx';
import { useText } from '../../text/useText.ts';
import { visibleColumns, toggleColumn } from '../list/columns.ts';

interface ColumnsMenuProps<R extends Row> {
  resource: Resource<R>;
  cols: string;
  change: (cols: string) => void;
}

export function ColumnsMenu<R extends Row>({ resource, cols, change }: ColumnsMenuProps<R>) {
  const { t } = useTranslation('screens');
  const text = useText(resource.name);
  const visible = visibleColumns(resource.columns, cols).map(columnName);
  return (
    <Menu
      label={t('list.columns')}
      trigger={
        <Button variant="quiet" icon={<Columns3 size={18} aria-hidden />} className="text-ink-2">
          <span className="lg:max-2xl:sr-only">{t('list.columns')}</span>
        </Button>
      }
    >
      {resource.columns.map(columnName).map(name => (
        <MenuCheck
          key={name}
          checked={visible.includes(name)}
          onChange={() => change(toggleColumn(resource.columns, cols, name))}
        >
          {text(`fields.${name}`)}
        </MenuCheck>
      ))}
    </Menu>
  );
}
