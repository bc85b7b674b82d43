import { Bookmark } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../../shared/contract/identity/savedView.ts';
import { lazyWithRetry } from '../../lazyPage.ts';
import { isQueued } from '../../../../shared/net/client.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/overlays/Menu.tsx';
import { useToast } from '../../ui/toasts/useToasts.ts';
import { useViews } from './useViews.ts';

const ViewDialog = lazyWithRetry(async () => ({ default: (await import('./ViewDialog.tsx')).ViewDialog }));
const ErrorDialog = lazyWithRetry(async () => ({
  default: (await import('../form/ErrorDialog.tsx')).ErrorDialog,
}));

/** Saved views: open one, save the current one, change your own. */
export function ViewsMenu({ resource, base }: { resource: string; base: string }) {
  const { t } = useTranslation('screens');
  const toast = useToast();
  const { views, current, isMine: isOwn, open, create, update, remove, restore } = useViews(resource, base);
  const [dialog, setDialog] = useState<'new' | SavedView | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const attempt = (work: Promise<unknown>, successText: string) =>
    void work.then(() => toast({ tone: 'ok', title: successText }), setFailure);
  const ownView = current && isOwn(current) ? current : null;
  const removeView = (view: SavedView) =>
    void remove(view).then(
      answer =>
        !isQueued(answer) &&
        toast({
          title: t('views.deleted', { name: view.name }),
          action: {
            label: t('list.undo'),
            altText: t('list.undoElsewhere'),
            run: () => void restore(view).catch(setFailure),
          },
        }),
      setFailure,
    );
  return (
    <>
      <Menu
        label={t('views.title')}
        trigger={
          <Button variant="quiet" icon={<Bookmark size={18} aria-hidden />} className="text-ink-2">
            <span className="max-w-48 truncate lg:max-2xl:sr-only" title={current?.name}>
              {current ? t('views.current', { name: current.name }) : t('views.title')}
            </span>
          </Button>
        }
      >
        {views.map(view => (
          <MenuItem key={view.id} onSelect={() => open(view)}>
            {view.shared && !isOwn(view) ? t('views.sharedName', { name: view.name }) : view.name}
          </MenuItem>
        ))}
        {views.length > 0 && <MenuLine />}
        {ownView === null && <MenuItem onSelect={() => setDialog('new')}>{t('views.keep')}</MenuItem>}
        {ownView && (
          <>
            <MenuItem onSelect={() => setDialog(ownView)}>{t('views.change')}</MenuItem>
            <MenuItem
              onSelect={() => attempt(update(ownView, { is_default: !ownView.is_default }), t('views.saved'))}
            >
              {t(ownView.is_default ? 'views.noDefault' : 'views.makeDefault')}
            </MenuItem>
            <MenuItem danger onSelect={() => removeView(ownView)}>
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
              dialog === 'new' ? create(name, shared) : update(dialog, { name, shared })
            }
          />
        )}
        {failure !== null && <ErrorDialog error={failure} close={() => setFailure(null)} />}
      </Suspense>
    </>
  );
}
