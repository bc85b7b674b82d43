import { useTranslation } from 'react-i18next';
import type { Row } from '../../resource/defineResource.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useBasePath } from '../record/useBasePath.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { ViewChoice } from './ViewChoice.tsx';
import { Filters, type FiltersProps } from './Filters.tsx';

/** The toolbar of a narrow window: the list behind it follows at once. */
export function FilterDialog<R extends Row>(props: FiltersProps<R> & { close: () => void }) {
  const { t } = useTranslation(['screens', 'common']);
  const { resource, state, change, close } = props;
  return (
    <Dialog title={t('list.filter')} close={close}>
      <div className="flex flex-col items-stretch gap-3 [&_.control]:w-full">
        <Filters {...props} />
        <span className="flex flex-wrap border-t border-line pt-3">
          <ViewChoice {...props} />
          <ViewsMenu resource={resource.name} base={useBasePath(resource)} />
          {(!resource.card || state.isRows) && (
            <ColumnsMenu resource={resource} cols={state.cols} change={cols => change({ cols })} />
          )}
        </span>
        <Button onClick={close}>{t('list.show')}</Button>
      </div>
    </Dialog>
  );
}
