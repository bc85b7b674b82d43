import { Bookmark } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../../shared/contract/identity/savedView.ts';
import { lazyWithRetry } from '../../fresh.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/overlays/Menu.tsx';
import { useToast } from '../../ui/toasts/useToasts.ts';
import { useViews } from './useViews.ts';

const ViewDialog = lazyWithRetry(async () => ({ default: (await import('./ViewDialog.tsx')).ViewDialog }));
const Problem = lazyWithRetry(async () => ({ default: (await import('../form/Problem.tsx')).Problem }));

/** Views by name: open one, keep the present one, change one's own. */
export function ViewsMenu({ resource, base }: { resource: string; base: string }) {
  const { t } = useTranslation('screens');
  const toast = useToast();
  const { views, current, isMine, open, keep, change, drop, bringBack } = useViews(resource, base);
  const [dialog, setDialog] = useState<'new' | SavedView | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const attempt = (work: Promise<unknown>, said: string) =>
    void work.then(() => toast({ tone: 'ok', title: said }), setFailure);
  const mine = current && isMine(current) ? current : null;
  const remove = (view: SavedView) =>
    void drop(view).then(
      () =>
        toast({
          title: t('views.deleted', { name: view.name }),
          action: {
            label: t('list.undo'),
            altText: t('list.undoElsewhere'),
            run: () => void bringBack(view).catch(setFailure),
          },
        }),
      setFailure,
    );
  return (
    <>
      <Menu
        label={t('views.title')}
        trigger={
          <Button look="quiet" icon={<Bookmark size={18} aria-hidden />} className="text-ink-2">
            <span className="max-w-48 truncate" title={current?.name}>
              {current ? t('views.current', { name: current.name }) : t('views.title')}
            </span>
          </Button>
        }
      >
        {views.map(view => (
          <MenuItem key={view.id} onSelect={() => open(view)}>
            {view.shared && !isMine(view) ? t('views.sharedName', { name: view.name }) : view.name}
          </MenuItem>
        ))}
        {views.length > 0 && <MenuLine />}
        {mine === null && <MenuItem onSelect={() => setDialog('new')}>{t('views.keep')}</MenuItem>}
        {mine && (
          <>
            <MenuItem onSelect={() => setDialog(mine)}>{t('views.change')}</MenuItem>
            <MenuItem
              onSelect={() => attempt(change(mine, { is_default: !mine.is_default }), t('views.saved'))}
            >
              {t(mine.is_default ? 'views.noDefault' : 'views.makeDefault')}
            </MenuItem>
            <MenuItem danger onSelect={() => remove(mine)}>
              {t('views.delete')}
            </MenuItem>
          </>
        )}
      </Menu>
      <Suspense>
        {dialog !== null && (
          <ViewDialog
            view={dialog === 'new' ? null : dialog}
            close={() => setDialog(null)}
            save={(name, shared) =>
              dialog === 'new' ? keep(name, shared) : change(dialog, { name, shared })
            }
          />
        )}
        {failure !== null && <Problem error={failure} close={() => setFailure(null)} />}
      </Suspense>
    </>
  );
}
